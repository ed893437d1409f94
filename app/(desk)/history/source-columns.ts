import 'server-only'
import { sentTexts } from '@/lib/sheet/sent-texts'
import type { Sheet } from '@/lib/sheet/sheets'
import type { Handle } from '@/lib/store/database'
import { type IdRow, textsOfLines } from '@/lib/store/history-ids'
import { columnName } from './column-name'
import { fileColumns } from './file-columns'

/** The shop's own columns of what became orders. */
export interface SourceColumns {
  /** Headings, in the order of the cells. */
  readonly headings: readonly string[]
  /** The lines that became these orders, by order and line: a text for each heading. */
  read(orders: readonly IdRow[]): Promise<readonly (readonly (readonly string[])[])[]>
}

/**
 * The columns in which a draft's lines are handed back beside their ids: those of the file that it came from, where it
 * came from one; else those of the sheet, with what the lines say now, and of a line that was deleted since, with what
 * was sent.
 */
export async function sourceColumns(handle: Handle, draftId: string, sheet: Sheet): Promise<SourceColumns> {
  return (await fileColumns(handle, draftId)) ?? sheetColumns(handle, draftId, sheet)
}

function sheetColumns(handle: Handle, draftId: string, sheet: Sheet): SourceColumns {
  return {
    headings: sheet.columns.map(columnName),
    read: async orders => {
      const texts = await textsOfLines(
        handle,
        draftId,
        orders.flatMap(order => order.lineIds),
      )
      return orders.map(order => {
        const isWhole = order.lineIds.every(id => texts.has(id))
        const { record, lines } = isWhole ? { record: {}, lines: [] } : sentTexts(order.payload, sheet)
        return order.lineIds.map((id, at) => {
          const line = texts.get(id) ?? { ...(at === 0 && record), ...lines[at] }
          return sheet.columns.map(column => line[column.id] ?? '')
        })
      })
    },
  }
}
