import { GUTTER_WIDTH } from '@/components/grid/geometry/geometry'
import type { GridSource } from '@/components/grid/source'

/** Line and column, counted from 0; a value past the end means the last one. */
export interface Position {
  readonly row: number
  readonly column: number
}

/** Size of the view, in lines and in CSS pixels. */
export interface Page {
  readonly lines: number
  readonly width: number
}

/** The sheet, as moves read it. */
type MoveContext = Pick<GridSource, 'rows' | 'columns' | 'pinned' | 'shown' | 'line'>

/** The position that a key leads to from another one. */
export type Move = (at: Position) => Position

/** The part of a keyboard event that moves need. */
interface KeyPress {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const LAST = Number.MAX_SAFE_INTEGER

export const arrows: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
}

/**
 * The cell of Tab: after the last column the next line follows, backwards the previous one.
 * @returns undefined past the first and the last cell.
 */
export function tab({ row, column }: Position, back: boolean, source: MoveContext): Position | undefined {
  const last = source.columns().length - 1
  const next = column + (back ? -1 : 1)
  if (next >= 0 && next <= last) return { row, column: next }
  const line = row + (back ? -1 : 1)
  if (line < 0 || line >= source.rows().length) return undefined
  return { row: line, column: back ? last : 0 }
}

/**
 * The cell of Tab while no cell is edited: it leaves out the blank lines below the filled ones. Forwards it leaves the
 * sheet after the last filled line; backwards it comes from a blank line to the last filled one.
 * @returns undefined where Tab leaves the sheet
 */
export function tabStop(at: Position, back: boolean, source: MoveContext): Position | undefined {
  const next = tab(at, back, source)
  const end = lastFilledRow(source)
  if (at.row <= end) return next && next.row <= end ? next : undefined
  return back && end >= 0 ? { row: end, column: source.columns().length - 1 } : undefined
}

/** The move of a key; with Ctrl, to the edge of the filled cells. @param page called only where it is needed */
export function movement(pressed: KeyPress, source: MoveContext, page: () => Page): Move | undefined {
  const { key, altKey } = pressed
  const command = pressed.ctrlKey || pressed.metaKey
  const arrow = arrows[key]
  const step = key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : undefined
  if (altKey) return step && !command ? at => byPage(at, step, source, page().width) : undefined
  if (arrow) return command ? at => toEdge(at, arrow, source) : arrow
  if (key === 'Home') return ({ row }) => ({ row: command ? 0 : row, column: 0 })
  if (key === 'End') return command ? () => lastFilled(source) : ({ row }) => ({ row, column: LAST })
  if (step) return ({ row, column }) => ({ row: row + step * page().lines, column })
  return undefined
}

/** Excel's Alt and page keys: moves by as many columns as fit beside the pinned ones, at least one. */
function byPage({ row, column }: Position, step: 1 | -1, source: MoveContext, width: number): Position {
  const columns = source.columns()
  const pinned = source.pinned()
  let room = width - GUTTER_WIDTH
  for (const still of columns.slice(0, pinned)) room -= still.width
  let at = Math.max(column, pinned)
  do {
    room -= columns[at]?.width ?? room
    at += step
  } while (room - (columns[at]?.width ?? 0) > 0)
  return { row, column: Math.max(at, column > pinned ? pinned : 0) }
}

/** The last cell of the sheet: the lowest filled line, the rightmost column. */
const lastFilled = (source: MoveContext): Position => ({
  row: Math.max(0, lastFilledRow(source)),
  column: LAST,
})

/** Position of the lowest filled line; -1: all are blank. */
function lastFilledRow(source: MoveContext): number {
  const rows = source.rows()
  let row = rows.length - 1
  while (row >= 0 && source.line(rows[row] ?? '').firstLine === undefined) row--
  return row
}

/** Excel's Ctrl+arrow: through filled cells to the last one, or over a gap to the next filled one. */
function toEdge(from: Position, step: Move, source: MoveContext): Position {
  const rows = source.rows()
  const filled = ({ row, column }: Position) => {
    const line = rows[row]
    const id = source.columns()[column]?.id
    return line !== undefined && id !== undefined && source.shown(line, id) !== ''
  }
  const inside = ({ row, column }: Position) =>
    row >= 0 && column >= 0 && row < rows.length && column < source.columns().length
  let at = from
  let next = step(at)
  const through = inside(next) && filled(at) && filled(next)
  while (inside(next)) {
    if (through && !filled(next)) break
    at = next
    next = step(at)
    if (!through && filled(at)) break
  }
  return at
}
