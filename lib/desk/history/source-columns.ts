import 'server-only'
import { columnName } from '@/lib/desk/column-name'
import { sentTexts } from '@/lib/sheet/codecs/sent-texts'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { Db } from '@/lib/store/db/database'
import { readLineTexts } from '@/lib/store/ledger/history/ids'
import { fileColumns, type SourceColumns } from './file-columns'

/**
 * The columns of a draft's lines beside their ids: those of the imported file, if there is one; otherwise those of the
 * sheet, with the current texts of the lines, and with the sent texts of deleted lines.
 */
export async function sourceColumns(handle: Db, draftId: string, sheet: Sheet): Promise<SourceColumns> {
  return (await fileColumns(handle, draftId)) ?? sheetColumns(handle, draftId, sheet)
}

function sheetColumns(handle: Db, draftId: string, sheet: Sheet): SourceColumns {
  return {
    headings: sheet.columns.map(columnName),
    read: async orders => {
      const texts = await readLineTexts(
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
