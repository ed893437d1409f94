import type { Failure } from '@/lib/contract/validation/failures'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { plainColumns } from './rows'

/** The runner's names of contract columns, where they differ from the last part of the path. */
const names: Readonly<Record<string, string>> = {
  senderName: 'sender.name',
  senderContact: 'sender.contact',
  recipientName: 'recipient.name',
  recipientContact: 'recipient.contact',
  pkgWidth: 'packageInfo.width',
  pkgLength: 'packageInfo.length',
  pkgHeight: 'packageInfo.height',
  pkgActualWeight: 'packageInfo.actualWeight',
  pkgQuantity: 'packageInfo.quantity',
  itemName: 'items[].name',
  itemPrice: 'items[].price',
  itemCurrency: 'items[].currency',
  itemQuantity: 'items[].quantity',
  itemActualWeight: 'items[].actualWeight',
  itemHscode: 'items[].hscode',
  itemOriginCountry: 'items[].originCountry',
  itemMaterial: 'items[].material',
  itemImageUrl: 'items[].imageUrl',
}

/** The runner's columns as those of an order to Japan: the contract judges every cell, and some fail. */
export function checkedSheet(): Sheet {
  const sheet = sheets['orders/japan']
  const columns = plainColumns().map(plain => {
    const id = names[plain.id]
    const known = sheet.columns.find(column => (id ? column.id === id : column.path.at(-1) === plain.id))
    const required = plain.id === ASKED || (known?.required ?? false)
    return known ? { ...known, id: plain.id, width: plain.width, required } : plain
  })
  const missing = sheet.columns.filter(({ path, scope }) =>
    columns.every(column => column.scope !== scope || column.path.join() !== path.join()),
  )
  if (missing.length > 0) throw new Error(`the runner has no ${missing.map(column => column.id).join(', ')}`)
  const refuse = (record: unknown) => [...sheet.contractFailures(record), ...unasked(record)]
  return { ...sheet, columns, contractFailures: refuse, key: 'mallOrderNumber' }
}

/** One in seven lines has no code in this column, so that some lines fail. */
const ASKED = 'itemHscode'

function unasked(record: unknown): Failure[] {
  const { items } = record as { items: { hscode?: string }[] }
  return items.flatMap(({ hscode }, i) =>
    hscode === undefined ? { field: `items[${i}].hscode`, code: 'missing', params: {} } : [],
  )
}
