/** Why a call failed: a code for programs, a sentence for the operator. */
export interface Problem {
  readonly code: string
  readonly message: string
  /** The fields of a form that it concerns. */
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

/** The result of a call of the desk. An expected problem is a value: it is returned, not thrown. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

/** The result of a call that succeeded. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

/** The result of a call that failed in an expected way. @param message a sentence for the operator */
export const fail = (code: string, message: string, fields?: Problem['fields']): Result<never> => ({
  ok: false,
  problem: { code, message, ...(fields && { fields }) },
})
