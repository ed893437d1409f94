import { draftOf } from '@/lib/sheet/draft/draft'
import { groupingColumns, groupLines } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { type Sheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'

/** Cells with text in a column. */
export interface ColumnCells {
  readonly column: string
  readonly cells: number
}

/** The lines of a draft as lines of another sheet, and the differences. */
export interface CarryOver {
  /** The texts are unchanged: texts of columns that the other sheet lacks stay on their lines, hidden and not sent. */
  readonly lines: readonly Line[]
  /**
   * Number of orders here and in the other sheet. Lines that only differ in columns of this sheet join one order there.
   */
  readonly records: { readonly here: number; readonly there: number }
  /** Columns that the other sheet lacks. */
  readonly hidden: readonly ColumnCells[]
  /** Columns that only the other sheet has, with texts that are hidden here. */
  readonly returning: readonly ColumnCells[]
}

/** Sheets that lines can be carried over to: those with the same type of record. */
export const carryTargets = (from: Sheet): SheetId[] =>
  Object.values(sheets)
    .filter(to => to.id !== from.id && to.recordType === from.recordType)
    .map(to => to.id)

/**
 * Carries lines over to another sheet with the same type of record.
 * @param left lines that stay: an order with such a line stays as a whole
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
      here: orders.filter(order => !staying.has(order.firstLine)).length,
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
