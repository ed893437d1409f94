import { divideDecimals, readDecimal, writeDecimal } from './decimals'
import type { Origin } from './origins'

/** Maximum decimals of a unit price. */
const PRICE_DECIMALS = 4

/**
 * The total of a row divided by its quantity.
 * @returns the total itself for a quantity of 1; blank and marked if the quotient has more than 4 decimals
 */
export function unitPriceOf(total: string, quantity: string): string | Origin {
  const [amount, by] = [readDecimal(total), readDecimal(quantity)]
  if (by?.digits === 1n && by.places === 0) return total
  const of = `${total} ÷ ${quantity}`
  const price = amount && by && divideDecimals(amount, by, PRICE_DECIMALS)
  if (!price) return { kind: 'divided', text: '', of, review: true }
  return { kind: 'divided', text: writeDecimal(price), of }
}
