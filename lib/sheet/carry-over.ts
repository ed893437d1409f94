import { draftOf, type Line, type LineId } from './draft'
import { groupingColumns, groupLines } from './grouping'
import { isBlank } from './kinds'
import { type Sheet, type SheetId, sheets } from './sheets'

/** Cells with text in a column. */
export interface ColumnCells {
  readonly column: string
  readonly cells: number
}

/** A draft's lines as lines of another sheet, and what is different there. */
export interface CarryOver {
  /** Texts are untouched: those whose column the other sheet lacks stay with their lines, neither shown nor sent. */
  readonly lines: readonly Line[]
  /** Orders that the lines make here and there. Lines that are told apart here alone join their order there. */
  readonly records: { readonly here: number; readonly there: number }
  /** Columns that have no place there. */
  readonly hidden: readonly ColumnCells[]
  /** Columns whose texts are not shown here, and come back there. */
  readonly returning: readonly ColumnCells[]
}

/** Sheets that the lines of `from` can be carried over to: those of the same kind of record. */
export const carryTargets = (from: Sheet): SheetId[] =>
  Object.values(sheets)
    .filter(to => to.id !== from.id && to.noun === from.noun)
    .map(to => to.id)

/**
 * Carries lines over to another sheet of the same kind of record.
 * @param left lines that stay: an order one of whose lines is among them stays whole
 */
export function carryOver(
  lines: Iterable<Line>,
  from: Sheet,
  to: Sheet,
  left: (line: LineId) => boolean = () => false,
): CarryOver {
  const draft = draftOf(lines)
  const orders = groupLines(draft, groupingColumns(from.columns, from.key))
  const staying = new Set(orders.filter(order => order.lines.some(left)).flatMap(order => order.lines))
  const carried = [...draft.lines.values()].filter(line => !staying.has(line.id))
  const there = groupLines(draftOf(carried), groupingColumns(to.columns, to.key))
  return {
    lines: carried,
    records: {
      here: orders.filter(order => !staying.has(order.lead)).length,
      there: there.length,
    },
    hidden: cellsOf(carried, from, to),
    returning: cellsOf(carried, to, from),
  }
}

/** Cells with text in the columns that `has` has and `lacks` lacks, in the order of the sheet. */
function cellsOf(lines: readonly Line[], has: Sheet, lacks: Sheet): ColumnCells[] {
  const known = new Set(lacks.columns.map(column => column.id))
  return has.columns.flatMap(({ id: column }) => {
    if (known.has(column)) return []
    const cells = lines.filter(line => !isBlank(line.texts[column])).length
    return cells > 0 ? [{ column, cells }] : []
  })
}
