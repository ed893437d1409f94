import { currencyPatterns } from '@/lib/files/excel/cells/shown-currency'
import { hasSpecialDigits } from '@/lib/sheet/schema/kinds'
import { readMoney } from './money'

/** A decimal number written out in full: `digits` × 10^-`places`. */
export interface Decimal {
  readonly digits: bigint
  readonly places: number
}

const plainAmount = /^([+-]?)(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/

/** Currency signs and words around an amount. */
const amountWithCurrency = /^(?:[₩¥$€\\]|KRW|JPY|USD|EUR)?\s*(.*?)\s*(?:원|엔|円|KRW|JPY|USD|EUR)?$/iu

/** Maximum length of an amount, in characters. */
const MAX_LENGTH = 60

/**
 * Parses an amount such as `12500`, `12,500.50` or `￥1,200` exactly.
 * @returns undefined if the text is not an amount
 */
export function readDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_LENGTH || hasSpecialDigits(text)) return undefined
  const found =
    plainAmount.exec(text) ??
    plainAmount.exec(amountWithCurrency.exec(text.normalize('NFKC').trim())?.[1] ?? '') ??
    plainAmount.exec(amountWithSigns(text))
  if (!found) return undefined
  const [, sign, whole = '', fraction = ''] = found
  const digits = BigInt(whole.replaceAll(',', '') + fraction)
  return { digits: sign === '-' ? -digits : digits, places: fraction.length }
}

/** The amount of a price that names a currency which orders may have, in other ways: `US$ 12.50`, `3,29 €`. */
function amountWithSigns(text: string): string {
  const money = readMoney(text)
  return money && Object.hasOwn(currencyPatterns, money.currency) ? money.amount : ''
}

const withDecimals = /\d\.\d{0,3}[1-9]\d{0,3}\s*$/

/** Whether the text of a price has decimals other than zeros. */
export const hasDecimals = (price: string): boolean => withDecimals.test(price)

/** Writes a number without needless zeros: 12.50 as 12.5. */
export function writeDecimal({ digits, places }: Decimal): string {
  const isNegative = digits < 0n
  const all = String(isNegative ? -digits : digits).padStart(places + 1, '0')
  const whole = all.slice(0, all.length - places)
  const fraction = all.slice(all.length - places).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** The exact sum. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { digits: scaled(a, places) + scaled(b, places), places }
}

export const negate = ({ digits, places }: Decimal): Decimal => ({ digits: -digits, places })

/** The exact quotient if it has at most `places` decimals; otherwise undefined. */
export function divideDecimals(a: Decimal, b: Decimal, places: number): Decimal | undefined {
  if (b.digits === 0n) return undefined
  const top = a.digits * 10n ** BigInt(b.places + places)
  const bottom = b.digits * 10n ** BigInt(a.places)
  return top % bottom === 0n ? { digits: top / bottom, places } : undefined
}

const scaled = ({ digits, places }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - places)

/** Whether a text is a number that is zero, such as 0 and 0.00. */
export const isZero = (text: string): boolean => readDecimal(text)?.digits === 0n
