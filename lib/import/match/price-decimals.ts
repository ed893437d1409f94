import { wholeCurrencies } from '@/lib/contract/choices'
import type { Table } from '@/lib/files/book/book'

/** A price with decimals in a currency that has none: most likely the file is in another one. */
export interface OddPrice {
  readonly text: string
  readonly currency: string
}

/** The text of a price that has decimals other than zeros. */
const withDecimals = /\d\.\d{0,3}[1-9]\d{0,3}\s*$/

export const hasDecimals = (price: string): boolean => withDecimals.test(price)

/** Rows whose prices are searched: the sheet marks odd ones in every row. */
export const MAX_PRICES = 1000

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
  for (let at = header + 1, end = Math.min(rows.length, at + MAX_PRICES); at < end; at++) {
    const row = rows.at(at)
    const text = prices.map(column => row?.at(column) ?? '').find(hasDecimals)
    if (text !== undefined) return { text, currency }
  }
  return undefined
}
