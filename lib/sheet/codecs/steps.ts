/** Long work that pauses now and then, so that a page can paint between its parts. Its value is the result. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Rows of a block that are handled between two pauses: about a millisecond. */
export const ROWS_PER_STEP = 200

/** Length of a task in which steps are run, in milliseconds: half a frame. */
export const TASK_MS = 8

/**
 * Does part of the work, without a pause.
 * @param until when to stop, by `performance.now()`
 * @returns the result; undefined while there is more to do
 */
export function advance<T>(steps: Steps<T>, until: number): { readonly value: T } | undefined {
  do {
    const next = steps.next()
    if (next.done) return { value: next.value }
  } while (performance.now() < until)
  return undefined
}

/** Does all of the work without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}
