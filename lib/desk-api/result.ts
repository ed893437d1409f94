/** Why something was not done: a code for machines, a sentence for the operator. */
export interface Problem {
  readonly code: string
  readonly message: string
  /** Where a form shows it, when it is about fields. */
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

/** What a call of the desk answers. A problem that can be expected is a value: it is shown, not thrown. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: string, message: string, fields?: Problem['fields']): Result<never> => ({
  ok: false,
  problem: { code, message, ...(fields && { fields }) },
})
