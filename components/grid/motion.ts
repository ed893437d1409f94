/** A sheet that was not scrolled for so long is at rest, in milliseconds: wheels and keys that repeat come more often. */
const REST = 120

let movedAt = Number.NEGATIVE_INFINITY

/** Says that the sheet on the screen was scrolled just now. */
export function noteMotion(): void {
  movedAt = performance.now()
}

/** How long the sheet has to stand still from now on until it is at rest, in milliseconds; 0: it is. */
export const untilRest = (): number => Math.max(0, movedAt + REST - performance.now())
