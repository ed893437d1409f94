import { draftOf, textAt } from '@/lib/sheet/draft/draft'
import { isBlank, kinds } from '@/lib/sheet/schema/kinds'
import type { Line } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { groupingColumns, groupLines } from './grouping'

const [NAME, CODE, QUANTITY, RECIPIENT] = [
  'items[].name',
  'items[].itemCode',
  'items[].quantity',
  'recipient.name',
] as const

/** An item of an order, its texts as in the sheet. */
export interface PackedItem {
  readonly code: string
  readonly name: string
  readonly quantity: string
}

/** What to pack for one order. */
export interface PackedOrder {
  readonly number: string
  readonly recipient: string
  readonly items: readonly PackedItem[]
}

/** An item with its quantity in all orders. */
export interface PickedItem {
  readonly code: string
  readonly name: string
  /** Undefined when the quantity of one of its rows is not a whole number. */
  readonly quantity: number | undefined
}

/** The orders of a sheet of orders with what to pack for each; orders without any item text are left out. */
export function packedOrders(lines: readonly Line[], sheet: Sheet): PackedOrder[] {
  const draft = draftOf(lines)
  return groupLines(draft, groupingColumns(sheet.columns, sheet.key)).flatMap(order => {
    const items = order.lines
      .map(line => ({
        code: textAt(draft, line, CODE).trim(),
        name: textAt(draft, line, NAME).trim(),
        quantity: textAt(draft, line, QUANTITY).trim(),
      }))
      .filter(({ code, name, quantity }) => code !== '' || name !== '' || quantity !== '')
    const firstText = (column: string) =>
      order.lines
        .map(line => textAt(draft, line, column))
        .find(text => !isBlank(text))
        ?.trim() ?? ''
    return items.length === 0
      ? []
      : [{ number: firstText(sheet.key), recipient: firstText(RECIPIENT), items }]
  })
}

/** The items of some orders with their quantities in all of them, by code and name. */
export function pickedItems(orders: readonly PackedOrder[], sheet: Sheet): PickedItem[] {
  const column = sheet.columns.find(({ id }) => id === QUANTITY)
  const picked = new Map<string, PickedItem>()
  for (const { code, name, quantity } of orders.flatMap(({ items }) => items)) {
    const key = JSON.stringify([code, name])
    const before = picked.get(key)
    const reading = column && kinds[column.kind].read(quantity, column)
    const count =
      reading && 'value' in reading && Number.isInteger(reading.value) ? Number(reading.value) : undefined
    const isKnown = count !== undefined && (before === undefined || before.quantity !== undefined)
    picked.set(key, { code, name, quantity: isKnown ? (before?.quantity ?? 0) + count : undefined })
  }
  return [...picked.values()].sort((a, b) => compare(a.code, b.code) || compare(a.name, b.name))
}

const compare = new Intl.Collator('en', { numeric: true }).compare
