import type { JsonFormat, JsonObject } from '@/lib/files/text/json-reader'
import type { Column } from '@/lib/sheet/schema/columns'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'

/**
 * Orders and products as the API itself writes them: `{"data": […]}`, `{"products": […]}` or the list itself. An item,
 * or an option of a product, becomes a row; the headings are the ids of the columns.
 */
export const apiJson: JsonFormat = {
  envelopes: ['data', 'products', 'orders'],
  layoutOf: records => {
    const sheet = records.some(isProduct) ? sheets.products : sheets['orders/japan']
    const ids = columnIdsOf(sheet)
    return { lines: sheet.lines, headingOf: (scope, path) => ids.get(keyOf(scope, path)) }
  },
}

const isProduct = (record: JsonObject): boolean => 'shopProductId' in record || 'productOptionGroup' in record

function columnIdsOf(sheet: Sheet): ReadonlyMap<string, string> {
  const columns = [
    ...sheet.columns,
    ...(sheet.recordType === 'order' ? sheets['orders/general'].columns : []),
  ]
  return new Map(columns.map(({ scope, path, id }) => [keyOf(scope, path), id]))
}

const keyOf = (scope: Column['scope'], path: Column['path']): string => `${scope} ${path.join(' ')}`
