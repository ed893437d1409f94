import type { CellAddress } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'
import type { Position } from './moves'

/** The shape of a selected range: cells between two corners, whole lines, whole columns, or everything. */
export type Shape = 'cells' | 'lines' | 'columns' | 'sheet'

/** A selected range, by the ids of its corners: its cost does not depend on the lines that it covers. */
export interface Area {
  readonly shape: Shape
  readonly anchor: CellAddress
  readonly head: CellAddress
}

/** The current positions of an area. @param last position of the sheet's last cell */
export function rangeOfArea(shape: Shape, anchor: Position, head: Position, last: Position): CellRange {
  const down = shape === 'columns' || shape === 'sheet'
  const across = shape === 'lines' || shape === 'sheet'
  return {
    top: down ? 0 : Math.min(anchor.row, head.row),
    bottom: down ? last.row : Math.max(anchor.row, head.row),
    left: across ? 0 : Math.min(anchor.column, head.column),
    right: across ? last.column : Math.max(anchor.column, head.column),
    ...(shape === 'cells' ? {} : { whole: shape }),
  }
}

export const isOneCell = ({ top, bottom, left, right }: CellRange): boolean =>
  top === bottom && left === right

/** Whether a range has a position. */
export const contains = ({ top, bottom, left, right }: CellRange, { row, column }: Position): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** A step of Enter ('down') or Tab ('across') inside the selection. */
export interface StepDirection {
  readonly along: 'down' | 'across'
  readonly back: boolean
}

/**
 * The next cell of Enter or Tab while several cells are selected: after the last cell of a range comes the first of the
 * next range, and after the last range the first.
 * @param current position of the range that `at` lies in
 */
export function nextCell(
  ranges: readonly CellRange[],
  current: number,
  at: Position,
  { along, back }: StepDirection,
): { range: number; at: Position } {
  const range = ranges[current]
  if (!range) return { range: current, at }
  const by = back ? -1 : 1
  const { top, bottom, left, right } = range
  const [row, column] = along === 'down' ? [at.row + by, at.column] : [at.row, at.column + by]
  if (contains(range, { row, column })) return { range: current, at: { row, column } }
  const next =
    along === 'down'
      ? { row: back ? bottom : top, column: column + by }
      : { row: row + by, column: back ? right : left }
  if (contains(range, next)) return { range: current, at: next }
  const other = (current + by + ranges.length) % ranges.length
  const into = ranges[other] ?? range
  const begin = back ? { row: into.bottom, column: into.right } : { row: into.top, column: into.left }
  return { range: other, at: begin }
}
