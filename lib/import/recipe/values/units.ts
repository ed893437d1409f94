import { currencyPatterns } from '@/lib/files/excel/cells/shown-currency'
import { hasSpecialDigits } from '@/lib/sheet/schema/kinds'
import { divideDecimals, readDecimal, writeDecimal } from './decimals'

/** Words for a unit beside a number, and the divisor that converts it to the unit of the sheet. */
type Units = readonly (readonly [words: RegExp, by: number])[]

const weights: Units = [
  [/^(?:kgs?|kilos?|킬로(?:그램)?|キロ(?:グラム)?)$/i, 1],
  [/^(?:gr?|grams?|그램|グラム)$/i, 1000],
]
const lengths: Units = [
  [/^(?:cm|센티(?:미터)?|センチ(?:メートル)?)$/i, 1],
  [/^(?:mm|밀리(?:미터)?|ミリ(?:メートル)?)$/i, 10],
]
const counts: Units = [
  [/^(?:개|매|장|벌|켤레|세트|병|권|대|個|コ|ヶ|点|枚|本|着|足|冊|台|セット|pcs?\.?|ea|units?|[x×])$/i, 1],
]

/** A backslash is shown as the sign of the won on Korean computers, and as that of the yen on Japanese ones. */
const backslash = /^\\$/
const shownAsBackslash = ['KRW', 'JPY']

const moneyIn = (currency: string): Units => [
  ...(currencyPatterns[currency] ? [[currencyPatterns[currency], 1] as const] : []),
  ...(shownAsBackslash.includes(currency) ? [[backslash, 1] as const] : []),
]

const unitsByColumn: readonly (readonly [id: RegExp, units: (currency: string) => Units])[] = [
  [/weight$/i, () => weights],
  [/\.(?:width|length|height)$/, () => lengths],
  [/quantity$/i, () => counts],
  // Products have no column for the currency: their prices are in won, and $20 without its sign would be 20 won.
  [/Price(?:Condition)?$/, () => moneyIn('KRW')],
  [/\.price$/, moneyIn],
]

/** Longer texts are not numbers with a unit. */
const MAX_LENGTH = 30
const POINT_BEFORE_THREE_DIGITS = /^\d{1,3}(?:\.\d{3})+$/
/** In Japan a dash ends an amount, so that no digit can be added: ¥1,200-. */
const closingDash = /(?<=\d\s?円?)\s?[-−ー―]$/
const amountParts = /^([^\d.,+-]*)([+-]?[\d.,]*\d)(\D*)$/

/**
 * Converts a number with a unit in the same cell to a bare number in the unit of the sheet: 500g is 0.5, 2개 is 2. An
 * amount of money of an order is converted only if its currency is the line's: ¥1,200 in a line in won stays, because
 * one of the two is wrong. So does a price of a product in another currency than won.
 * @param column id of a column of numbers
 * @param currency code of the line's currency; '' if it has none
 * @returns undefined for other texts, and if the result is not exact
 */
export function withoutUnit(text: string, column: string, currency: string): string | undefined {
  if (text.length > MAX_LENGTH || hasSpecialDigits(text)) return undefined
  const known = unitsByColumn.find(([id]) => id.test(column))?.[1](currency)
  const narrow = text.normalize('NFKC').trim()
  const bare = /price/i.test(column) ? narrow.replace(closingDash, '') : narrow
  const [all, before = '', digits = '', behind = ''] = amountParts.exec(bare) ?? []
  const unit = before.trim() === '' ? behind.trim() : behind.trim() === '' ? before.trim() : ''
  if (!known || all === undefined || unit === '') return undefined
  // 1.299 € may be thirteen hundred euros, or one.
  if (/price/i.test(column) && POINT_BEFORE_THREE_DIGITS.test(digits)) return undefined
  const by = known.find(([words]) => words.test(unit))?.[1]
  const number = by === undefined ? undefined : readDecimal(digits)
  const found =
    by === undefined || !number
      ? undefined
      : divideDecimals(number, { digits: BigInt(by), places: 0 }, MAX_DECIMALS)
  return found && writeDecimal(found)
}

/** Maximum decimals of a converted number. */
const MAX_DECIMALS = 6

/**
 * The currency code of an amount: `¥1,200`, `12,000원`.
 * @returns undefined if the amount names none, or has a backslash, which may mean won or yen
 */
export function currencyIn(text: string): string | undefined {
  if (/[\\＼]/.test(text)) return undefined
  const codes = Object.keys(currencyPatterns)
  return codes.find(code => withoutUnit(text, '.price', code) !== undefined)
}
