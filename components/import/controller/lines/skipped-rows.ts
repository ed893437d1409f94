import { inChunks } from '@/components/import/yield-to-paint'
import { isSkipped, type SkippedOrder, type SkipState, tableRowKey } from '@/lib/import/lines/skipped-orders'
import type { ImportReport } from '@/lib/import/reader/protocol'
import { hiddenColumns, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { removeLines } from '@/lib/sheet/acts/lines'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The removable parts of an import: orders in a state that was only reported, and rows that the file hides. */
export type RemovableRows = SkipState | 'hidden'

/** The rows of orders, each as `tableRowKey` names it. */
export const rowPlacesOf = (orders: readonly SkippedOrder[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ table, rows }) => rows.map(row => tableRowKey(table, row))))

/** The row of a file that a line came from, in any reading; '' for a line that came from no file. */
export function rowPlaceOf(texts: Texts): string {
  const position = parseSourcePosition(texts[hiddenColumns.source])
  return position ? tableRowKey(position.table, position.row) : ''
}

/** The orders that are not in the sheet. @param present rows that are */
export const stillSkipped = (
  orders: readonly SkippedOrder[],
  present: ReadonlySet<string>,
): readonly SkippedOrder[] =>
  orders.filter(({ table, rows }) => rows.some(row => !present.has(tableRowKey(table, row))))

/** The orders that an import reports and does not skip. @param means only those in this state */
export const reportedOnly = (orders: readonly SkippedOrder[], means?: SkipState): readonly SkippedOrder[] =>
  orders.filter(one => !isSkipped(one.means) && (means === undefined || one.means === means))

/** The rows of skipped orders that an operator included later. */
export async function includedRowsOf(
  workbook: Workbook,
  file: string,
  orders: readonly SkippedOrder[],
): Promise<readonly string[]> {
  const lines = await linesAt(workbook, file, rowPlacesOf(orders))
  return lines.map(id => rowPlaceOf(workbook.draft.lines.get(id)?.texts ?? {}))
}

/**
 * Removes lines of a file from the sheet, as one undo step.
 * @returns how many orders, or hidden rows, are removed, and how many lines are locked and stay
 */
export async function removeRows(
  workbook: Workbook,
  { id, skippedOrders, hiddenRows }: Pick<ImportReport, 'id' | 'skippedOrders' | 'hiddenRows'>,
  what: RemovableRows,
): Promise<{ readonly count: number; readonly locked: number }> {
  const orders = what === 'hidden' ? [] : reportedOnly(skippedOrders, what)
  const lines = await linesAt(workbook, id, what === 'hidden' ? new Set(hiddenRows) : rowPlacesOf(orders))
  const placeOf = (line: LineId) => rowPlaceOf(workbook.draft.lines.get(line)?.texts ?? {})
  const present = new Set(lines.map(placeOf))
  const removable = new Set(lines.filter(line => !workbook.isLocked(line)).map(placeOf))
  const { locked } = removeLines(workbook, lines, null)
  const count = what === 'hidden' ? removable.size : orders.length - stillSkipped(orders, present).length
  return { count, locked }
}

/** The lines that came from some rows of a file. */
async function linesAt(
  workbook: Workbook,
  file: string,
  places: ReadonlySet<string>,
): Promise<readonly LineId[]> {
  const found: LineId[] = []
  if (places.size === 0) return found
  await inChunks(workbook.draft.order, id => {
    const texts = workbook.draft.lines.get(id)?.texts
    if (texts?.[hiddenColumns.source]?.startsWith(`${file}:`) && places.has(rowPlaceOf(texts))) found.push(id)
    return true
  })
  return found
}
