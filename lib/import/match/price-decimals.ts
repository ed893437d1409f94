import { wholeCurrencies } from '@/lib/contract/choices'
import type { Table } from '@/lib/files/book/book'
import { hasDecimals } from '@/lib/import/recipe/values/decimals'
import { namesCurrency } from '@/lib/import/recipe/values/units'

/** A price with decimals in a currency that has none: most likely the file, or its row, is in another one. */
export interface OddPrice {
  readonly text: string
  readonly currency: string
  /** Whether most prices of the file are certainly in this currency. */
  readonly of: 'file' | 'row'
}

/** Rows whose prices are searched: the sheet marks odd ones in every row. */
export const MAX_PRICES = 1000

/** Prices of a thousand and more are usual in won and yen, and rare in currencies with decimals. */
const CERTAIN_PRICE = /^[1-9](?:\d{3,}|\d{0,2}(?:,\d{3})+)(?:\.0+)?$/

/**
 * Finds a price with decimals in a currency that has none. Malls for other countries export 29.80 in the columns of the
 * shop's own country, which have no currency.
 * @param prices positions of the columns
 */
export function findOddPrice(
  { rows }: Table,
  header: number,
  prices: readonly number[],
  currency: string,
): OddPrice | undefined {
  if (!wholeCurrencies.has(currency)) return undefined
  let odd: string | undefined
  let [priced, certain] = [0, 0]
  for (let at = header + 1, end = Math.min(rows.length, at + MAX_PRICES); at < end; at++) {
    const row = rows.at(at)
    const texts = prices.map(column => (row?.at(column) ?? '').trim()).filter(text => text !== '')
    if (texts.length === 0 || texts.some(namesCurrency)) continue
    priced++
    const withDecimals = texts.find(hasDecimals)
    odd ??= withDecimals
    if (withDecimals === undefined && texts.some(text => CERTAIN_PRICE.test(text))) certain++
  }
  if (odd === undefined) return undefined
  return { text: odd, currency, of: certain * 2 > priced ? 'row' : 'file' }
}
