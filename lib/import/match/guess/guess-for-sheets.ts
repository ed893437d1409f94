import type { Table } from '@/lib/files/book/book'
import { headingRow } from '@/lib/import/match/table/headings'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { Recipe } from '@/lib/import/recipe/recipe'
import { compileRule } from '@/lib/import/recipe/values/compile-rule'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { coreColumns, type Guess, guessRecipe } from './guess'
import type { ValuePattern } from './value-patterns'

/** Columns of an order that files of products do not have. */
const orderOnlyColumns: readonly string[] = [
  'orderInfo.mallOrderNumber',
  ...['name', 'contact', 'zipCode', 'address'].map(field => `recipient.${field}`),
]
/** A file with this many order columns is a file of orders. */
const MIN_ORDER_COLUMNS = 2

/** Texts that only a person has. A product's number may look like the number of an order, or like a postal code. */
const personPatterns: ReadonlySet<string> = new Set(['phone', 'address'] satisfies ValuePattern[])

/** How many columns of a file only orders have. */
const orderColumnCount = ({ recipe: { fields }, reasons }: Guess): number =>
  orderOnlyColumns.filter(id => {
    const reason = id in fields ? reasons[id] : undefined
    return reason !== undefined && (reason.kind !== 'values' || personPatterns.has(reason.detail))
  }).length

/** A file with this many columns that only products have is a file of products. */
const MIN_PRODUCT_COLUMNS = 2

/** How many columns of a file belong to a product and, by their headings, not to the item of an order. */
function productColumnCount(product: Guess, order: Guess, columns: ColumnsByHeading): number {
  const columnsOf = ({ recipe: { fields }, reasons }: Guess, id: string): readonly number[] => {
    const rule = reasons[id]?.kind === 'heading' ? fields[id] : undefined
    return (rule && compileRule(rule, columns)?.from) ?? []
  }
  const ofOrders = new Set(Object.keys(order.recipe.fields).flatMap(id => columnsOf(order, id)))
  return Object.keys(product.recipe.fields).filter(id => columnsOf(product, id).some(at => !ofOrders.has(at)))
    .length
}

/** The sheet for files of the other kind, unless a recipe decides. */
const otherSheetOf: Readonly<Record<SheetId, SheetId>> = {
  'orders/japan': 'products',
  'orders/general': 'products',
  products: 'orders/japan',
}

/**
 * Guesses for the open sheet, or for the other kind of sheet if the file clearly belongs there: a file of products
 * names no person and no order, and has all core columns of a product, or its name and columns that no item of an order
 * has; a file of orders names people.
 */
export function guessForSheets(
  table: Table,
  header: number,
  open: SheetId,
): { readonly recipe: Recipe; readonly sheet: SheetId } {
  const here = guessRecipe(table, header, open)
  if (header === -1) return { recipe: here.recipe, sheet: open }
  const other = otherSheetOf[open]
  const there = guessRecipe(table, header, other)
  const isForOther =
    sheets[open].recordType === 'order'
      ? isOfProducts(there, here, new ColumnsByHeading(headingRow(table, header)))
      : orderColumnCount(there) >= MIN_ORDER_COLUMNS
  return isForOther ? { recipe: there.recipe, sheet: other } : { recipe: here.recipe, sheet: open }
}

function isOfProducts(product: Guess, order: Guess, columns: ColumnsByHeading): boolean {
  // Rows with a number of their own and a quantity are items of orders, whatever the heading of the number.
  const isOfItems = ['orderInfo.mallOrderNumber', 'items[].quantity'].every(id => id in order.recipe.fields)
  if (isOfItems || orderColumnCount(order) > 0) return false
  return (
    coreColumns.product.every(id => id in product.recipe.fields) ||
    ('productName' in product.recipe.fields &&
      productColumnCount(product, order, columns) >= MIN_PRODUCT_COLUMNS)
  )
}
