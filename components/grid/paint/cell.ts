import { cellId, messageId, noteId, type PlacedColumn } from '@/components/grid/geometry/geometry'
import { emptyPart, type RowPart } from '@/components/grid/select/row-key'
import type { FillNote } from '@/components/grid/source'
import type { Mark } from '@/lib/sheet/judge/marks'
import { entriesOf, kinds } from '@/lib/sheet/schema/kinds'
import type { LineView } from '@/lib/sheet/workbook/line-view'
import { type CutText, cutIdentifier, cutText, cutValue } from './cut-text'
import { flag } from './element'
import type { TextWidths } from './text-widths'

/** A line as its cells paint it. */
export interface PaintedLine {
  readonly grid: string
  readonly view: LineView
  /** The line's part of the selection. */
  readonly part: RowPart
  readonly notes: ReadonlyMap<string, FillNote> | undefined
  readonly widths: TextWidths
  readonly isMoving: boolean
}

/** Values of the attributes that few cells have, in the order of `cellAttributeNames`; null removes one. */
export type CellAttributes = readonly (string | null)[]

/** Attributes other than the position, the text and the selection. */
export const cellAttributeNames = [
  'id',
  'aria-invalid',
  'aria-errormessage',
  'aria-describedby',
  'aria-readonly',
  'data-severity',
  'data-origin',
  'data-active',
  'data-selected',
  'data-handle',
  'data-outline',
] as const

/** The text of a cell, cut to its width. */
export function textOf({ view, widths, isMoving }: PaintedLine, place: PlacedColumn): CutText {
  const { kind, holds } = place.column
  const text = paintedText(view, place.id)
  const value = place.display?.(text)
  if (value) return cutValue(value, place, widths, isMoving)
  if (holds === 'identifier') return cutIdentifier(text, place, widths, isMoving)
  // The entries of a list are shown on one line.
  const shown = kind === 'list' ? entriesOf(text).join(' ') : text
  return cutText(shown, place, kinds[kind].align === 'right', widths, isMoving)
}

/** The attributes of a cell; undefined for nearly all cells, which saves comparing them. */
export function attributesOf(
  line: PaintedLine,
  { id, index, column }: PlacedColumn,
): CellAttributes | undefined {
  const { grid, view, part } = line
  const severity = severityOf(view.marks.cells.get(id))
  const note = line.notes?.get(id)
  const isReadOnly = column.isReadOnly === true || (view.isLocked && view.editableColumn !== id)
  if (!severity && !note && !isReadOnly && part === emptyPart) return undefined
  const why = severity ? messageId(grid, view.id, id) : null
  const invalid = severity === 'failure' || severity === 'oneof'
  const active = part.active === index
  // Only the active cell refers to its origin: a draft may have been filled from end to end.
  const from = active && note ? noteId(grid, view.id, id) : null
  return [
    // Browsers index elements by id: only the active cell needs one.
    active ? cellId(grid, view.id, id) : null,
    flag(invalid),
    invalid ? why : null,
    why && from ? `${why} ${from}` : (why ?? from),
    flag(isReadOnly),
    severity ?? null,
    note ?? null,
    flag(active),
    flag(part.isSelected(index)),
    flag(part.handle === index),
    part.outline(index) || null,
  ]
}

/** The worst of a cell's marks. */
export type CellSeverity = 'failure' | 'oneof' | 'stale' | 'warning' | 'notice'

/** @returns undefined where a cell has no marks */
export function severityOf(marks: readonly Mark[] | undefined): CellSeverity | undefined {
  if (!marks?.length) return undefined
  const failures = marks.filter(mark => mark.severity === 'failure')
  const fresh = failures.filter(mark => !mark.stale)
  if (fresh.length > 0) return fresh.every(mark => mark.oneOf > 1) ? 'oneof' : 'failure'
  if (failures.length > 0) return 'stale'
  return marks.some(mark => mark.severity === 'warning') ? 'warning' : 'notice'
}

/** The text that a cell shows; '' where a line above shows the same text of the order. */
export const paintedText = (view: LineView, column: string): string =>
  view.hidden.has(column) ? '' : (view.texts[column] ?? '')
