import type { Table } from '@/lib/files/book/book'
import { likelyCurrency } from '@/lib/files/excel/cells/shown-currency'
import { currenciesOfFormats, isCurrencyCode, otherCurrencies } from '@/lib/import/match/format-currency'
import type { ColumnRule } from '@/lib/import/recipe/recipe'
import { hasDecimals, readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { currencyIn, namesCurrency } from '@/lib/import/recipe/values/units'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { ColumnMappings, MappingReason } from './by-headings'
import { type FileColumn, takeRule } from './column-rules'
import { unitInHeading } from './heading-units'

// Prices of an unknown file: their currency, and which of several columns has which price.

/** The currency of prices without one: products are in won, and an order's price may name its currency (판매가(원)). */
export const usualCurrency = (sheet: SheetId, mappings: ColumnMappings): string | undefined =>
  sheet === 'products'
    ? 'KRW'
    : unitInHeading(mappings.get('items[].price')?.from[0]?.heading ?? '')?.currency

/**
 * The most likely currencies that the formats of a price's numbers name; empty if none does. Numbers without a currency
 * are in the usual one if no number has another.
 */
export function shownCurrencies(
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
export function hasForeignPrices(
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
      return (currencyIn(price) ?? 'KRW') !== 'KRW' || (!isInWon && hasDecimals(price))
    })
  })
}

/**
 * Sets the currency if the price's heading names it (원), or if all its amounts or their formats do. If only some amounts
 * name one, or they name several, each row has its own.
 */
export function addCurrency(
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
  if (code === undefined || others.length > 0) {
    if (shown.size > 0 || !price.texts.some(namesCurrency)) return
    fields[id] = { money: 'currency', from: [price.name] }
    reasons[id] = { kind: 'values', detail: 'currency' }
    return
  }
  fields[id] = { constant: code }
  reasons[id] = currencyInHeading
    ? { kind: 'heading', detail: price.heading }
    : { kind: 'values', detail: 'currency' }
}

/** Replaces a column with the totals of rows by the column with the unit price. */
export function takeUnitPrice(
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
export function takeDiscountedPrice(columns: readonly FileColumn[], mappings: ColumnMappings): void {
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

/** Whether two amounts are the same; those of files have at most two decimals. */
const isSameAmount = (a: number, b: number): boolean => Math.abs(a - b) < 0.005

function amountIn(row: readonly string[], { at }: FileColumn): number | undefined {
  const amount = readDecimal((row[at] ?? '').trim())
  return amount && Number(writeDecimal(amount))
}
