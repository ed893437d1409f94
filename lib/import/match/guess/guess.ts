import type { Table } from '@/lib/files/book/book'
import { likelyCurrency } from '@/lib/files/excel/cells/shown-currency'
import { currenciesOfFormats, isCurrencyCode, otherCurrencies } from '@/lib/import/match/format-currency'
import { headingRow } from '@/lib/import/match/table/structure'
import { ColumnsByHeading, distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import { type ColumnRule, GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { compileRule } from '@/lib/import/recipe/values/compile-rule'
import { readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { currencyIn } from '@/lib/import/recipe/values/units'
import { axisValueColumn } from '@/lib/sheet/schema/product-rules'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { mapBuyerAsRecipient } from './buyer'
import { type ColumnMappings, interpretTogether, type MappingReason, mapByHeadings } from './by-headings'
import { mapByValues, splitWholeAddress } from './by-values'
import { type FileColumn, takeRule } from './column-rules'
import { unitInHeading } from './heading-units'
import { findParcelColumn, hasOrderWithSeveralAddresses, isCartHeading } from './order-grouping'
import { readHeading } from './read-heading'
import {
  columnTexts,
  isPostalCode,
  mostMatch,
  rowsBelow,
  type ValuePattern,
  valuePatternOf,
} from './value-patterns'

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
  const usual = usualCurrency(sheet, mappings)
  const shown = shownCurrencies(table, header, mappings, usual ?? 'KRW')
  addCurrency(sheet, mappings, shown, fields, reasons)
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
    !hasListedOptions(rowsBelow(table, header), mappings) &&
    !(sheet === 'products' && hasForeignPrices(rowsBelow(table, header), mappings, shown)) &&
    (usual === undefined || otherCurrencies(shown, usual).length === 0) &&
    shown.size < 2 &&
    [...shown].every(isCurrencyCode) &&
    coreColumns[sheets[sheet].recordType].every(id => id in fields) &&
    Object.entries(reasons).every(([id, { kind }]) => isCertain(id, kind, fields[id]))
  return { recipe, reasons, unmapped, isSure }
}

/**
 * Whether a product with a single row has several options in its cell, such as "Red, Blue" or "색상: 빨강|파랑": a mapping
 * reads them as one option, which an operator has to see.
 */
function hasListedOptions(rows: readonly (readonly string[])[], mappings: ColumnMappings): boolean {
  const [option] = mappings.get(axisValueColumn(0))?.from ?? []
  const [number] = mappings.get('shopProductId')?.from ?? []
  if (!option || !number) return false
  const rowsOf = new Map<string, number>()
  const numberIn = (row: readonly string[]) => (row[number.at] ?? '').trim()
  for (const row of rows) rowsOf.set(numberIn(row), (rowsOf.get(numberIn(row)) ?? 0) + 1)
  return rows.some(
    row => rowsOf.get(numberIn(row)) === 1 && listSeparator.test((row[option.at] ?? '').trim()),
  )
}

/** The currency of prices without one: products are in won, and an order's price may name its currency (판매가(원)). */
const usualCurrency = (sheet: SheetId, mappings: ColumnMappings): string | undefined =>
  sheet === 'products'
    ? 'KRW'
    : unitInHeading(mappings.get('items[].price')?.from[0]?.heading ?? '')?.currency

/**
 * The most likely currencies that the formats of a price's numbers name; empty if none does. Numbers without a currency
 * are in the usual one if no number has another.
 */
function shownCurrencies(
  table: Table,
  header: number,
  mappings: ColumnMappings,
  usual: string,
): ReadonlySet<string> {
  const prices = [...mappings].filter(([id]) => /price$/i.test(id)).flatMap(([, { from }]) => from)
  const found = new Set(
    prices.flatMap(({ at }) => [...currenciesOfFormats(table, header, at)]).map(likelyCurrency),
  )
  if (otherCurrencies(found, usual).length === 0) found.delete('')
  return found
}

/**
 * Whether prices of products are in another currency than won, for which the sheet has no column: their heading or one
 * of them names it, or they have decimals, as 19.90 has, and neither the heading nor their formats name the won.
 * @param shown the currencies that the formats of the prices name
 */
function hasForeignPrices(
  rows: readonly (readonly string[])[],
  mappings: ColumnMappings,
  shown: ReadonlySet<string>,
): boolean {
  const prices = [...mappings].filter(([id]) => /price$/i.test(id)).flatMap(([, { from }]) => from)
  return prices.some(({ heading, at }) => {
    const named = unitInHeading(heading)?.currency
    if (named !== undefined && named !== 'KRW') return true
    const isInWon = named === 'KRW' || shown.has('KRW')
    return rows.some(row => {
      const price = row[at] ?? ''
      return (currencyIn(price) ?? 'KRW') !== 'KRW' || (!isInWon && decimals.test(price))
    })
  })
}

/** Decimals other than zeros. */
const decimals = /\d\.\d{0,3}[1-9]\d{0,3}\s*$/

const listSeparator = /[,，、;|\n]/

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

/**
 * If a file of products has the price before a discount and the one at which it is sold, the latter is the
 * discounted price.
 */
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

/** Sets the currency if the price's heading names it (원), or if all its amounts or their formats do. */
function addCurrency(
  sheet: SheetId,
  mappings: ColumnMappings,
  shown: ReadonlySet<string>,
  fields: Record<string, ColumnRule>,
  reasons: Record<string, MappingReason>,
): void {
  const id = 'items[].currency'
  const [price] = mappings.get('items[].price')?.from ?? []
  if (sheet === 'products' || id in fields || !price) return
  const currencyInHeading = unitInHeading(price.heading)?.currency
  const inFormats = [...shown].map(currency => (isCurrencyCode(currency) ? currency : undefined))
  const inTexts = new Set(shown.size > 0 ? inFormats : price.texts.map(currencyIn))
  const [code = currencyInHeading, ...others] = currencyInHeading ? [] : inTexts
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
  const isElsewhere =
    sheets[open].recordType === 'order'
      ? isOfProducts(there, here, new ColumnsByHeading(headingRow(table, header)))
      : orderColumnCount(there) >= MIN_ORDER_COLUMNS
  return isElsewhere ? { recipe: there.recipe, sheet: other } : { recipe: here.recipe, sheet: open }
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
