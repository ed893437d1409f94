import 'server-only'

/** Why a request of a program is refused: an HTTP status and a sentence in the language of the request. */
export interface ProgramProblem {
  readonly status: 400 | 404 | 409 | 413 | 422 | 429 | 507
  readonly detail: string
  /**
   * How many orders are ready, and how many wait behind a paused or stopped run, where the count to confirm differs.
   */
  readonly ready?: number
  readonly waiting?: number
}

/**
 * The value of a request of a program, or why it is refused. `isEarlier`: the request began nothing, its value is what
 * an earlier one began.
 */
export type ProgramResult<T> =
  | { readonly ok: true; readonly value: T; readonly isEarlier?: true }
  | { readonly ok: false; readonly problem: ProgramProblem }

export const succeeded = <T>(value: T): ProgramResult<T> => ({ ok: true, value })

/** What an earlier request began, where there is nothing to do. */
export const foundEarlier = <T>(value: T): ProgramResult<T> => ({ ok: true, value, isEarlier: true })

/**
 * A refused request.
 * @param detail the sentence for the program
 * @param counts the counts to confirm, where they differ
 */
export const refused = (
  status: ProgramProblem['status'],
  detail: string,
  counts: Pick<ProgramProblem, 'ready' | 'waiting'> = {},
): ProgramResult<never> => ({ ok: false, problem: { status, detail, ...counts } })
