import { entriesOf, kinds } from '@/lib/sheet/kinds'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import { cutText } from './cut-text'
import { cellId, messageId, noteId, type PlacedColumn } from './geometry'
import { none, type RowPart } from './row-key'
import { shownText } from './shown-text'
import type { CellNote } from './source'
import type { TextWidths } from './text-widths'

/** What a cell wears: the worst of its marks. */
export function dressOf(
  marks: readonly Mark[] | undefined,
): 'failure' | 'oneof' | 'stale' | 'warning' | undefined {
  if (!marks?.length) return undefined
  const failures = marks.filter(mark => mark.severity === 'failure')
  const fresh = failures.filter(mark => !mark.stale)
  if (fresh.length > 0) return fresh.every(mark => mark.oneOf > 1) ? 'oneof' : 'failure'
  return failures.length > 0 ? 'stale' : 'warning'
}

/**
 * One cell: its text, its mark, and where it stands. No component of its own: a wheel brings two hundred of them into
 * view in one frame.
 */
export function renderCell(
  grid: string,
  view: LineView,
  place: PlacedColumn,
  part: RowPart,
  note: CellNote | undefined,
  widths: TextWidths,
  isMoving: boolean,
) {
  const { id, column, index } = place
  const right = kinds[column.kind].align === 'right'
  const { shown, isClipped } = cutText(displayOf(place, shownText(view, id)), place, right, widths, isMoving)
  return (
    <div
      key={id}
      role="gridcell"
      className="grid-cell"
      style={place.style}
      aria-colindex={index + 2}
      aria-selected={part.isSelected(index)}
      data-column={id}
      data-align={right ? 'right' : undefined}
      data-clipped={isClipped || undefined}
      data-pinned={place.pinned || undefined}
      {...worn(grid, view, place, part, note)}
    >
      {shown}
    </div>
  )
}

/** What few cells have beside that; undefined for all others, so that nobody looks for it in each. */
function worn(
  grid: string,
  view: LineView,
  { id, index }: PlacedColumn,
  part: RowPart,
  note: CellNote | undefined,
) {
  const dress = dressOf(view.marks.cells.get(id))
  if (!dress && !note && !view.locked && part === none) return undefined
  const why = dress ? messageId(grid, view.id, id) : undefined
  const invalid = dress === 'failure' || dress === 'oneof'
  const active = part.active === index
  // Only where one stands is it told where a text came from: a draft may have been filled from end to end.
  const from = active && note ? noteId(grid, view.id, id) : undefined
  return {
    // What is named is looked for: only the active cell is.
    id: active ? cellId(grid, view.id, id) : undefined,
    'aria-invalid': invalid || undefined,
    'aria-errormessage': invalid ? why : undefined,
    'aria-describedby': why && from ? `${why} ${from}` : (why ?? from),
    'aria-readonly': view.locked || undefined,
    'data-dress': dress,
    'data-origin': note,
    'data-active': active || undefined,
    'data-selected': part.isSelected(index) || undefined,
    'data-handle': part.handle === index || undefined,
    'data-outline': part.outline(index) || undefined,
  }
}

/** A list stands on one line; every other text is shown as it is. */
const displayOf = ({ column }: PlacedColumn, text: string): string =>
  column.kind === 'list' ? entriesOf(text).join(' ') : text
