import type { Table } from '@/lib/files/book/book'
import { headingRow } from '@/lib/import/match/table/structure'
import { distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import { type ColumnRule, GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { currencyIn } from '@/lib/import/recipe/values/units'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { mapBuyerAsRecipient } from './buyer'
import { type ColumnMappings, interpretTogether, type MappingReason, mapByHeadings } from './by-headings'
import { mapByValues, splitWholeAddress } from './by-values'
import { type FileColumn, takeRule } from './column-rules'
import { unitInHeading } from './heading-units'
import { findParcelColumn, hasOrderWithSeveralAddresses, isCartHeading } from './order-grouping'
import { readHeading } from './read-heading'
import { columnTexts, isPostalCode, mostMatch, rowsBelow, valuePatternOf } from './value-patterns'

/** A recipe for an unknown file, and whether it can be trusted. */
interface Guess {
  readonly recipe: Recipe
  readonly reasons: Readonly<Record<string, MappingReason>>
  /** Required columns of the sheet that are not mapped. */
  readonly unmapped: readonly string[]
  /** Whether all core columns are mapped, each by a correctly spelt heading. */
  readonly isSure: boolean
}

/**
 * Columns that neither a preset nor the product master can fill: a file without them is not imported without asking.
 */
export const coreColumns: Readonly<Record<'order' | 'product', readonly string[]>> = {
  order: [
    ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
    ...['recipient.address', 'items[].name', 'items[].quantity', 'items[].price'],
  ],
  product: ['shopProductId', 'productName', 'productPrice'],
}

/**
 * Guesses the mapping of a table: first by its headings, then, for unknown headings, by the pattern of the texts. If
 * two columns fit, neither is mapped.
 * @param header position of the header in the table's rows; -1: there is none
 */
export function guessRecipe(table: Table, header: number, sheet: SheetId): Guess {
  const columns = interpretTogether(columnsOf(table, header, sheet))
  const mappings: ColumnMappings = new Map()
  mapByHeadings(columns, sheet, mappings)
  if (sheet !== 'products') mapBuyerAsRecipient(columns, mappings)
  mapByValues(columns, sheet, mappings)
  splitWholeAddress(sheet, mappings)
  takeUnitPrice(columns, rowsBelow(table, header), mappings)
  takeDiscountedPrice(columns, mappings)
  const fields: Record<string, ColumnRule> = {}
  const reasons: Record<string, MappingReason> = {}
  for (const { id } of sheets[sheet].columns) {
    const mapped = mappings.get(id)
    if (!mapped) continue
    fields[id] = mapped.rule
    reasons[id] = mapped.reason
  }
  addCurrency(sheet, mappings, fields, reasons)
  addCountry(sheet, mappings, fields, reasons)
  const number = mappings.get(sheets[sheet].key)?.from[0]
  const parcel = number && findParcelColumn(columns, rowsBelow(table, header), number, mappings)
  // The cart's number identifies the parcel in every export language; the order's own number becomes a hidden column.
  const own = fields[sheets[sheet].key]
  if (parcel && own && isCartHeading(parcel.heading)) {
    fields[sheets[sheet].key] = takeRule(sheets[sheet].key, parcel)
    fields[hiddenColumns.number] = own
    reasons[sheets[sheet].key] = { kind: 'heading', detail: parcel.heading }
  }
  const continues = number !== undefined && hasBlanksBelow(table, header, number.at)
  const unmapped = sheets[sheet].columns
    .filter(({ id, required }) => required && !(id in fields))
    .map(({ id }) => id)
  const recipe: Recipe = {
    id: GUESSED_RECIPE_ID,
    name: '',
    sheets: [sheet],
    known: columns.filter(({ heading }) => heading.trim() !== '').map(({ name }) => [name]),
    ...(parcel ? { group: [parcel.name] } : {}),
    ...(continues ? { continues } : {}),
    fields,
    missing: Object.fromEntries(unmapped.map(id => [id, missingValueSource(id)])),
  }
  // The operator confirms that several orders are one parcel, or that one order is several.
  const isSure =
    parcel === undefined &&
    !(number && hasOrderWithSeveralAddresses(rowsBelow(table, header), number, mappings)) &&
    coreColumns[sheets[sheet].recordType].every(id => id in fields) &&
    Object.entries(reasons).every(([id, { kind }]) => isCertain(id, kind, fields[id]))
  return { recipe, reasons, unmapped, isSure }
}

/** Replaces a column with the totals of rows by the column with the unit price. */
function takeUnitPrice(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  mappings: ColumnMappings,
): void {
  const id = 'items[].price'
  const [price] = mappings.get(id)?.from ?? []
  const [quantity] = mappings.get('items[].quantity')?.from ?? []
  const unit = price && quantity && unitPriceBeside(columns, rows, price, quantity)
  if (!unit) return
  const reason: MappingReason =
    unit.meaning?.column === id
      ? { kind: 'heading', detail: unit.meaning.name }
      : { kind: 'values', detail: 'number' }
  mappings.set(id, { rule: takeRule(id, unit), from: [unit], reason })
}

/** Names of a product's price before any discount, among the names of its price. */
const listPrices: ReadonlySet<string> = new Set([
  ...['정가', '소비자가', '소비자가격', '정상가', '通常価格', '定価', '表示価格', 'メーカー希望小売価格'],
  ...['Regular price', 'Compare-at price', 'List price', 'Variant compare at price', 'Retail price'],
])

/** If a file of products has the price before a discount and the one at which it is sold, the latter is the discounted price. */
function takeDiscountedPrice(columns: readonly FileColumn[], mappings: ColumnMappings): void {
  const [regular, discounted] = ['productPrice', 'discountedProductPrice'] as const
  if (mappings.has(discounted)) return
  const prices = columns
    .filter(({ meaning }) => meaning?.column === regular && !meaning.isMisspelt)
    .toSorted((a, b) => (a.meaning?.rank ?? 0) - (b.meaning?.rank ?? 0))
  const isListPrice = ({ meaning }: FileColumn) => listPrices.has(meaning?.name ?? '')
  const list = prices.find(isListPrice)
  const sold = prices.find(price => !isListPrice(price))
  if (!list?.meaning || !sold?.meaning) return
  const rule: ColumnRule = { firstOf: [{ take: [list.name], nonZero: true }, { take: [sold.name] }] }
  mappings.set(regular, {
    rule,
    from: [list, sold],
    reason: { kind: 'heading', detail: list.meaning.name },
  })
  mappings.set(discounted, {
    rule: { take: [sold.name], beside: [list.name], nonZero: true },
    from: [sold],
    reason: { kind: 'heading', detail: sold.meaning.name },
  })
}

function columnsOf(table: Table, header: number, sheet: SheetId): FileColumn[] {
  const width = table.rows.slice(0, 50).reduce((most_, row) => Math.max(most_, row.length), 0)
  const row = headingRow(table, header)
  const headings = Array.from({ length: Math.max(width, row.length) }, (_, at) => row[at] ?? '')
  const names = distinctHeadings(headings)
  return headings.map((heading, at) => {
    const texts = columnTexts(table, header, at)
    const meaning = readHeading(heading, sheet)
    return {
      at,
      name: names[at] ?? '',
      heading,
      meaning,
      texts,
      pattern: meaning ? undefined : valuePatternOf(texts),
    }
  })
}

/**
 * Whether a heading decides the mapping. A buyer's column does not, except for a telephone number, whose origin names
 * its owner.
 */
function isCertain(id: string, kind: MappingReason['kind'], rule: ColumnRule | undefined): boolean {
  if (rule === undefined) return false
  if ('constant' in rule) return true
  return kind === 'heading' && (id === 'recipient.contact' || !('take' in rule && rule.ofBuyer))
}

/** Sets the country of orders to Japan with Japanese postal codes, if no column has it. */
function addCountry(
  sheet: SheetId,
  mappings: ColumnMappings,
  fields: Record<string, ColumnRule>,
  reasons: Record<string, MappingReason>,
): void {
  const id = 'recipient.country'
  const codes = mappings.get('recipient.zipCode')?.from[0]?.texts ?? []
  if (sheet !== 'orders/japan' || id in fields || !mostMatch(codes, isPostalCode)) return
  fields[id] = { constant: 'JP' }
  reasons[id] = { kind: 'values', detail: 'postal-code' }
}

/** Sets the currency if the price's heading names it (원), or if all its amounts do. */
function addCurrency(
  sheet: SheetId,
  mappings: ColumnMappings,
  fields: Record<string, ColumnRule>,
  reasons: Record<string, MappingReason>,
): void {
  const id = 'items[].currency'
  const [price] = mappings.get('items[].price')?.from ?? []
  if (sheet === 'products' || id in fields || !price) return
  const currencyInHeading = unitInHeading(price.heading)?.currency
  const [code = currencyInHeading, ...others] = currencyInHeading ? [] : new Set(price.texts.map(currencyIn))
  if (code === undefined || others.length > 0) return
  fields[id] = { constant: code }
  reasons[id] = currencyInHeading
    ? { kind: 'heading', detail: price.heading }
    : { kind: 'values', detail: 'currency' }
}

/** Whether rows without a number follow rows with one, as later items of an order do. */
function hasBlanksBelow(table: Table, header: number, column: number): boolean {
  const rows = rowsBelow(table, header)
  return (
    rows.some((row, at) => at > 0 && (row[column] ?? '').trim() === '') &&
    (rows[0]?.[column] ?? '').trim() !== ''
  )
}

/**
 * The column with the unit price, if the price column has totals: in every row the total is the quantity times the unit
 * price.
 * @returns undefined if no column fits, or if every quantity is 1
 */
function unitPriceBeside(
  columns: readonly FileColumn[],
  rows: readonly (readonly string[])[],
  price: FileColumn,
  quantity: FileColumn,
): FileColumn | undefined {
  const priced = rows.flatMap(row => {
    const [total, count] = [amountIn(row, price), amountIn(row, quantity)]
    return total && count ? [{ row, total, count }] : []
  })
  if (!priced.some(({ count }) => count > 1)) return undefined
  return columns.find(
    other =>
      other !== price &&
      other !== quantity &&
      priced.every(({ row, total, count }) => isSameAmount((amountIn(row, other) ?? 0) * count, total)),
  )
}

/** Maximum decimals of amounts in files. */
const isSameAmount = (a: number, b: number): boolean => Math.abs(a - b) < 0.005

function amountIn(row: readonly string[], { at }: FileColumn): number | undefined {
  const amount = readDecimal((row[at] ?? '').trim())
  return amount && Number(writeDecimal(amount))
}

/** Columns of an order that files of products do not have. */
const orderOnlyColumns: readonly string[] = [
  ...['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'recipient.zipCode'],
]
/** A file with this many order columns is a file of orders. */
const MIN_ORDER_COLUMNS = 2

/** The sheet for files of the other kind, unless a recipe decides. */
const otherSheetOf: Readonly<Record<SheetId, SheetId>> = {
  'orders/japan': 'products',
  'orders/general': 'products',
  products: 'orders/japan',
}

/**
 * Guesses for the open sheet, or for the other kind of sheet if the file clearly belongs there: a file of products has
 * all core columns of a product and names no person; a file of orders names people.
 */
export function guessForSheets(
  table: Table,
  header: number,
  open: SheetId,
): { readonly recipe: Recipe; readonly sheet: SheetId } {
  const here = guessRecipe(table, header, open).recipe
  const other = otherSheetOf[open]
  const isOfOrders = (recipe: Recipe) =>
    orderOnlyColumns.filter(id => id in recipe.fields).length >= MIN_ORDER_COLUMNS
  if (header === -1) return { recipe: here, sheet: open }
  if (sheets[open].recordType === 'order') {
    if (orderOnlyColumns.some(id => id in here.fields)) return { recipe: here, sheet: open }
    const there = guessRecipe(table, header, other).recipe
    const isWhole = coreColumns.product.every(id => id in there.fields)
    return isWhole ? { recipe: there, sheet: other } : { recipe: here, sheet: open }
  }
  const there = guessRecipe(table, header, other).recipe
  return isOfOrders(there) ? { recipe: there, sheet: other } : { recipe: here, sheet: open }
}
