import type { Table } from '@/lib/files/book/book'
import { type ColumnsByHeading, distinctHeadings } from '@/lib/import/recipe/columns-by-heading'
import { missingValueSource } from '@/lib/import/recipe/missing-value-sources'
import type { ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { compileRule } from '@/lib/import/recipe/values/compile-rule'
import { currencyIn, namesCurrency } from '@/lib/import/recipe/values/units'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { isPriceCurrencyHeading } from './dictionary/dictionary'
import { currenciesOfFormats, isCurrencyCode } from './format-currency'
import { unitInHeading } from './guess/heading-units'
import { findOddPrice, MAX_PRICES, type OddPrice } from './price-decimals'

// The currency of a known shop: its usual one, unless the file names or has another.

const CURRENCY = 'items[].currency'
const PRICE = 'items[].price'

/** A table of a file, the position of its header, and its columns. */
interface FileTable {
  readonly table: Table
  readonly header: number
  readonly columns: ColumnsByHeading
  readonly headings: readonly string[]
}

/**
 * The recipe of a known shop with the currency of the file: that of a column, or the one that the price's heading, its
 * formats or its texts name, or the usual one, unless a price cannot be in it. Where only some prices name a currency, or
 * only some cannot be in the usual one, each row has its own. Prices of products are always in won.
 */
export function withCurrency(
  recipe: Recipe,
  sheet: SheetId,
  file: FileTable,
): { readonly recipe: Recipe; readonly oddPrice?: OddPrice } {
  if (sheets[sheet].recordType === 'product') {
    const oddPrice = oddPriceIn(recipe, ['productPrice', 'discountedProductPrice'], 'KRW', file)
    return { recipe, ...(oddPrice && { oddPrice }) }
  }
  const usual = recipe.fields[CURRENCY]
  if (!usual || !('constant' in usual)) return { recipe }
  const heading = distinctHeadings(file.headings).find(isPriceCurrencyHeading)
  if (heading !== undefined) {
    // The usual currency applies to rows in which the column is blank.
    const rule: ColumnRule = { firstOf: [{ take: [heading], map: 'currency' }, usual] }
    return { recipe: { ...recipe, fields: { ...recipe.fields, [CURRENCY]: rule } } }
  }
  const named = namedCurrency(recipe, file)
  if (named !== undefined)
    return { recipe: { ...recipe, fields: { ...recipe.fields, [CURRENCY]: { constant: named } } } }
  const oddPrice = oddPriceIn(recipe, [PRICE], usual.constant, file)
  if (oddPrice?.of === 'file') return { recipe: withoutCurrency(recipe), oddPrice }
  const column = priceColumn(recipe, file)
  if (column === undefined || !(oddPrice || pricesBelow(file, column).some(namesCurrency))) return { recipe }
  const from = [distinctHeadings(file.headings)[column] ?? '']
  const rule: ColumnRule = { money: 'currency', from, usual: usual.constant }
  const fields = { ...recipe.fields, [CURRENCY]: rule }
  return { recipe: { ...recipe, fields }, ...(oddPrice && { oddPrice }) }
}

/** The column of the file with the price. */
const priceColumn = ({ fields }: Recipe, { columns }: FileTable): number | undefined => {
  const price = fields[PRICE]
  return price && compileRule(price, columns)?.from[0]
}

/** The first texts of a column that are not blank. */
const pricesBelow = ({ table: { rows }, header }: FileTable, column: number): readonly string[] =>
  Array.from({ length: Math.min(rows.length - header - 1, MAX_PRICES) }, (_, at) =>
    (rows.at(header + 1 + at)?.at(column) ?? '').trim(),
  ).filter(text => text !== '')

/** The currency that the heading of the price names, or the formats of all its numbers, or all its texts. */
function namedCurrency(recipe: Recipe, file: FileTable): string | undefined {
  const { table, header, headings } = file
  const column = priceColumn(recipe, file)
  if (column === undefined) return undefined
  const inHeading = unitInHeading(headings[column] ?? '')?.currency
  if (inHeading !== undefined && isCurrencyCode(inHeading)) return inHeading
  const [code, ...others] = currenciesOfFormats(table, header, column)
  if (code === undefined) return currencyOfTexts(pricesBelow(file, column))
  return isCurrencyCode(code) && others.length === 0 ? code : undefined
}

/** The currency of the first texts of a column, such as $12.00, if all of them name the same. */
function currencyOfTexts(prices: readonly string[]): string | undefined {
  let found: string | undefined
  for (const price of prices) {
    const currency = currencyIn(price)
    if (currency === undefined || currency !== (found ?? currency)) return undefined
    found = currency
  }
  return found
}

/** A price that cannot be in this currency; undefined if the formats of the prices name one. */
function oddPriceIn(
  { fields }: Recipe,
  ids: readonly string[],
  currency: string,
  { table, header, columns }: FileTable,
): OddPrice | undefined {
  const prices = ids.flatMap(id => (fields[id] && compileRule(fields[id], columns)?.from) ?? [])
  const isShown = prices.some(column => currenciesOfFormats(table, header, column).size > 0)
  return isShown ? undefined : findOddPrice(table, header, prices, currency)
}

/** A recipe without its usual currency, which operators then set for each item. */
function withoutCurrency(recipe: Recipe): Recipe {
  const { [CURRENCY]: _, ...fields } = recipe.fields
  return { ...recipe, fields, missing: { ...recipe.missing, [CURRENCY]: missingValueSource(CURRENCY) } }
}
