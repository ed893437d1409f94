import { currencyPatterns } from '@/lib/files/excel/cells/shown-currency'
import { hasSpecialDigits } from '@/lib/sheet/schema/kinds'
import { divideDecimals, readDecimal, writeDecimal } from './decimals'
import { readMoney, withoutTaxNote } from './money'

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

const unitsByColumn: readonly (readonly [id: RegExp, units: Units])[] = [
  [/weight$/i, weights],
  [/\.(?:width|length|height)$/, lengths],
  [/quantity$/i, counts],
]

/** Longer texts are not numbers with a unit. */
const MAX_LENGTH = 30
/** A number without a unit. */
const bareDigits = /^[\d.,]*$/
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
  const narrow = text.normalize('NFKC').trim()
  // Nearly every price of a file: the patterns below take several times as long.
  if (bareDigits.test(narrow)) return undefined
  // Products have no column for the currency: their prices are in won, and $20 without its sign would be 20 won.
  if (/Price(?:Condition)?$/.test(column)) return withoutSign(narrow, 'KRW')
  if (/\.price$/.test(column)) return withoutSign(narrow, currency)
  const known = unitsByColumn.find(([id]) => id.test(column))?.[1]
  const [all, before = '', digits = '', behind = ''] = amountParts.exec(narrow) ?? []
  const unit = before.trim() === '' ? behind.trim() : behind.trim() === '' ? before.trim() : ''
  if (all === undefined || unit === '') return undefined
  const by = known?.find(([words]) => words.test(unit))?.[1]
  const number = by === undefined ? undefined : readDecimal(digits)
  const found =
    by === undefined || !number
      ? undefined
      : divideDecimals(number, { digits: BigInt(by), places: 0 }, MAX_DECIMALS)
  return found && writeDecimal(found)
}

/** Maximum decimals of a converted number. */
const MAX_DECIMALS = 6

const POINT_BEFORE_THREE_DIGITS = /^\d{1,3}(?:\.\d{3})+$/
/** In Japan a dash ends an amount, so that no digit can be added: ¥1,200-. */
const closingDash = /(?<=\d\s?円?)\s?[-−ー―]$/
/** A backslash is shown as the sign of the won on Korean computers, and as that of the yen on Japanese ones. */
const shownAsBackslash = ['KRW', 'JPY']

/** The amount of a price with the sign of its currency, or with a note about its tax. */
function withoutSign(text: string, currency: string): string | undefined {
  const untaxed = withoutTaxNote(text)
  const money = readMoney(untaxed)
  if (money?.currency === '') return untaxed === text ? undefined : bareNumber(money.amount)
  if (money?.currency === currency) return bareNumber(money.amount)
  const [, before = '', digits = '', behind = ''] = amountParts.exec(untaxed.replace(closingDash, '')) ?? []
  const signs = [before, behind].map(sign => sign.trim()).filter(sign => sign !== '')
  const isOfCurrency = (sign: string) =>
    sign === '\\' ? shownAsBackslash.includes(currency) : currencyPatterns[currency]?.test(sign)
  // 1.299 € may be thirteen hundred euros, or one.
  if (signs.length === 0 || !signs.every(isOfCurrency) || POINT_BEFORE_THREE_DIGITS.test(digits))
    return undefined
  return bareNumber(digits)
}

function bareNumber(digits: string): string | undefined {
  const number = readDecimal(digits)
  return number && writeDecimal(number)
}

/**
 * The currency code of an amount: `¥1,200`, `12,000원`.
 * @returns undefined if the amount names none, or has a backslash, which may mean won or yen
 */
export function currencyIn(text: string): string | undefined {
  const found = Object.keys(currencyPatterns).filter(code => withoutUnit(text, '.price', code) !== undefined)
  // A price whose note about tax is all that it has besides its number fits every currency.
  return found.length === 1 ? found[0] : undefined
}

/** Whether a price names its currency, also one that no order may have. */
export const namesCurrency = (price: string): boolean => (readMoney(price)?.currency ?? '') !== ''
