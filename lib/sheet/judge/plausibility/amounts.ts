import { wholeCurrencies } from '@/lib/contract/choices'
import { isBlank } from '@/lib/sheet/schema/kinds'

/** A number above 0 in a cell; undefined for any other text: the contract judges those. */
export function readAmount(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const plain = Number(text)
  const value = Number.isNaN(plain) ? Number(text.normalize('NFKC').replaceAll(',', '')) : plain
  return value > 0 && value < Number.POSITIVE_INFINITY && !isBlank(text) ? value : undefined
}

/** A weight in grams is a thousand times the weight in kilograms; weights of items vary, and parcels weigh more. */
const GRAMS = 200

/** Whether a weight is so far above a known one that it was most likely entered in grams. */
export const isInGrams = (weight: number, known: number): boolean => weight >= known * GRAMS

/** Scales of parcels and of items round differently. */
const ROUNDING = 1.05

/** Whether items are heavier than the packages that contain them. */
export const isHeavier = (items: number, packages: number): boolean => items > packages * ROUNDING

/** Whether a price is the total of a quantity at a unit price, to the hundredth. */
export const isTotalOf = (price: number, quantity: number, unit: number): boolean =>
  Math.abs(unit * quantity - price) < 0.005

/**
 * What an amount such as `12.000` yen or won most likely means: its point separates thousands, because neither has
 * decimals. Undefined for other amounts.
 */
export const meantThousands = (text: string, currency: string): string | undefined =>
  wholeCurrencies.has(currency) && /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? text.replace('.', '') : undefined
