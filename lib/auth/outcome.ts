import 'server-only'

/** Why something was not done: a code for machines, a sentence for the operator. */
export interface Problem {
  readonly code: string
  readonly message: string
  /** Where a form is to show it, when it is about fields. */
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

/** What an action answers. Trouble that can be expected is a value; it is shown, not thrown. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const trouble = (code: string, message: string, fields?: Problem['fields']): Outcome<never> => ({
  ok: false,
  problem: { code, message, ...(fields && { fields }) },
})
