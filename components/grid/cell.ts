import { entriesOf, kinds } from '@/lib/sheet/kinds'
import type { LineView } from '@/lib/sheet/line-view'
import { type CutText, cutText } from './cut-text'
import { dressOf } from './dress'
import { cellId, messageId, noteId, type PlacedColumn } from './geometry'
import { none, type RowPart } from './row-key'
import { shownText } from './shown-text'
import type { CellNote } from './source'
import type { TextWidths } from './text-widths'
import { yes } from './wear'

/** A line as its cells show it. */
export interface ShownLine {
  readonly grid: string
  readonly view: LineView
  /** Its part of the selection. */
  readonly part: RowPart
  readonly notes: ReadonlyMap<string, CellNote> | undefined
  readonly widths: TextWidths
  readonly isMoving: boolean
}

/** Attributes that few cells have, in the order of `wearable`; null where one has none of it. */
export type Worn = readonly (string | null)[]

/** What a cell says of itself beside its place, its text and whether it is selected. */
export const wearable = [
  'id',
  'aria-invalid',
  'aria-errormessage',
  'aria-describedby',
  'aria-readonly',
  'data-dress',
  'data-origin',
  'data-active',
  'data-selected',
  'data-handle',
  'data-outline',
] as const

/** The text of a cell, as far as there is room for it. */
export function textOf({ view, widths, isMoving }: ShownLine, place: PlacedColumn): CutText {
  const { kind } = place.column
  const text = shownText(view, place.id)
  // A list stands on one line; every other text is shown as it is.
  const shown = kind === 'list' ? entriesOf(text).join(' ') : text
  return cutText(shown, place, kinds[kind].align === 'right', widths, isMoving)
}

/** What a cell wears; undefined for nearly all, so that nobody looks for it in each. */
export function wornBy(line: ShownLine, { id, index }: PlacedColumn): Worn | undefined {
  const { grid, view, part } = line
  const dress = dressOf(view.marks.cells.get(id))
  const note = line.notes?.get(id)
  if (!dress && !note && !view.locked && part === none) return undefined
  const why = dress ? messageId(grid, view.id, id) : null
  const invalid = dress === 'failure' || dress === 'oneof'
  const active = part.active === index
  // Only where one stands is it told where a text came from: a draft may have been filled from end to end.
  const from = active && note ? noteId(grid, view.id, id) : null
  return [
    // What is named is looked for: only the active cell is.
    active ? cellId(grid, view.id, id) : null,
    yes(invalid),
    invalid ? why : null,
    why && from ? `${why} ${from}` : (why ?? from),
    yes(view.locked && view.unlocked !== id),
    dress ?? null,
    note ?? null,
    yes(active),
    yes(part.isSelected(index)),
    yes(part.handle === index),
    part.outline(index) || null,
  ]
}
