/**
 * After this time without scrolling, in milliseconds, the sheet is at rest. Wheel and repeated key events
 * are more frequent.
 */
const REST_MS = 120

let movedAt = Number.NEGATIVE_INFINITY

/** Records that the sheet was scrolled. */
export function noteScroll(): void {
  movedAt = performance.now()
}

/** Time until the sheet is at rest if it is not scrolled again, in milliseconds; 0 where it is. */
export const msUntilRest = (): number => Math.max(0, movedAt + REST_MS - performance.now())
