import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { core, guess } from './guess'
import type { Recipe } from './recipe'
import type { Table } from './table'

/** Columns of an order that no file of products has anything for. */
const ofOrders: readonly string[] = [
  ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
]
/** A file has so many of them when it is one of orders. */
const FEW = 2

/** The sheet that files of the other kind go to unless a recipe knows better. */
const otherOf: Readonly<Record<SheetId, SheetId>> = {
  'orders/japan': 'products',
  'orders/general': 'products',
  products: 'orders/japan',
}

/**
 * A guess for the sheet that is open, or for the other kind of sheet where a file is surely of that: one of products has
 * all that a product needs and names nobody, one of orders names people.
 */
export function guessElsewhere(
  table: Table,
  header: number,
  open: SheetId,
): { readonly recipe: Recipe; readonly sheet: SheetId } {
  const here = guess(table, header, open).recipe
  const other = otherOf[open]
  const isOfOrders = (recipe: Recipe) => ofOrders.filter(id => id in recipe.fields).length >= FEW
  if (header === -1) return { recipe: here, sheet: open }
  if (sheets[open].noun === 'order') {
    if (ofOrders.some(id => id in here.fields)) return { recipe: here, sheet: open }
    const there = guess(table, header, other).recipe
    const isWhole = core.product.every(id => id in there.fields)
    return isWhole ? { recipe: there, sheet: other } : { recipe: here, sheet: open }
  }
  const there = guess(table, header, other).recipe
  return isOfOrders(there) ? { recipe: there, sheet: other } : { recipe: here, sheet: open }
}
