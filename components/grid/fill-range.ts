import type { CellRange } from '@/lib/sheet/ranges'
import type { Position } from './moves'

/** A line counts for so many columns: the drag goes the way in which the pointer is farther. */
const FLATNESS = 4

/**
 * What a drag of the fill handle covers beyond the range it started from: lines below or above it, or columns beside
 * it, whichever way the pointer is farther. Undefined while it is inside.
 */
export function beyond(from: CellRange, { row, column }: Position): CellRange | undefined {
  const { top, bottom, left, right } = from
  const down = Math.max(0, row - bottom, top - row)
  const across = Math.max(0, column - right, left - column)
  if (down === 0 && across === 0) return undefined
  if (down > 0 && down >= across * FLATNESS - (FLATNESS - 1)) {
    return row > bottom
      ? { top: bottom + 1, bottom: row, left, right }
      : { top: row, bottom: top - 1, left, right }
  }
  return column > right
    ? { top, bottom, left: right + 1, right: column }
    : { top, bottom, left: column, right: left - 1 }
}

export const union = (a: CellRange, b: CellRange): CellRange => ({
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
})
