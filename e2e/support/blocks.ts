import { formatTsv } from '@/lib/sheet/codecs/tsv'
import type { Texts } from '@/lib/sheet/schema/line'
import { sampleGeneralOrders } from '@/lib/sheet/schema/samples/general-orders'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { sampleProducts } from '@/lib/sheet/schema/samples/products'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'

/** The column of order numbers. */
export const NUMBER = 'orderInfo.mallOrderNumber'

/** Ids of all columns of orders to Japan, left to right. */
export const columns = sheets['orders/japan'].columns.map(column => column.id)

/** Numbers increase over all tests of a worker, because these share a server and its service. */
let seed = 10_000

/** Valid orders, with numbers that no other test has. */
export function freshOrders(count: number): Texts[] {
  const orders = sampleOrders(count, seed)
  seed += count
  return orders
}

/** Valid general orders, with numbers that no other test has. */
export function freshGeneralOrders(count: number): Texts[] {
  const orders = sampleGeneralOrders(count, seed)
  seed += count
  return orders
}

/** Valid products, with ids that no other test has: the lines of each. */
export function freshProducts(count: number): Texts[][] {
  const products = sampleProducts(count, seed)
  seed += count
  return products
}

export const numberOf = (texts: Texts | undefined): string => texts?.[NUMBER] ?? ''

/** The block that Excel puts on the clipboard for these lines, below a row of paths. */
export function block(lines: readonly Texts[], sheet: Sheet = sheets['orders/japan']): string {
  const ids = sheet.columns.map(column => column.id)
  return formatTsv([ids, ...lines.map(line => ids.map(id => line[id] ?? ''))])
}

/** The block that Excel puts on the clipboard for these lines, below the headings of a shop's own language. */
export function tableOf(
  headings: readonly (readonly [heading: string, column: string])[],
  lines: readonly Texts[],
): string {
  const cells = lines.map(line => headings.map(([, column]) => line[column] ?? ''))
  return formatTsv([headings.map(([heading]) => heading), ...cells])
}

const numeric = new Set([
  'warehouseId',
  'packageInfo.actualWeight',
  'packageInfo.quantity',
  'items[].quantity',
  'items[].price',
  'items[].actualWeight',
])

/** The order that the API must receive for a line of plain texts, assembled without the desk's code. */
export function payloadOf(line: Texts): unknown {
  const order: Record<string, unknown> = {}
  const item: Record<string, unknown> = {}
  for (const [column, text] of Object.entries(line)) {
    const value = numeric.has(column)
      ? Number(text)
      : column.endsWith('isExportDeclaration')
        ? text === 'true'
        : text
    if (column.startsWith('items[].')) {
      item[column.slice('items[].'.length)] = value
      continue
    }
    const [head = '', leaf] = column.split('.')
    if (leaf === undefined) order[head] = value
    else order[head] = { ...(order[head] as object | undefined), [leaf]: value }
  }
  return { ...order, items: [item] }
}
