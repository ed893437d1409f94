import { divideDecimals, readDecimal, writeDecimal } from './decimals'

/** What is behind or before a number in a cell, and by how much it is divided to be in our unit. */
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

/** Signs and words of money by its code. */
const monies: Readonly<Record<string, RegExp>> = {
  KRW: /^(?:₩|원|krw|won)$/i,
  JPY: /^(?:¥|\\|円|엔|jpy|yen)$/i,
  USD: /^(?:\$|us\$|달러|ドル|usd)$/i,
  EUR: /^(?:€|유로|ユーロ|eur)$/i,
  RUB: /^(?:₽|руб\.?|rub)$/i,
}

const units: readonly (readonly [id: RegExp, units: (currency: string) => Units])[] = [
  [/weight$/i, () => weights],
  [/\.(?:width|length|height)$/, () => lengths],
  [/quantity$/i, () => counts],
  [/\.price$/, currency => (monies[currency] ? [[monies[currency], 1]] : [])],
]

/** Longer texts are no numbers with a unit. */
const LONGEST = 30
const parts = /^([^\d.,+-]*)([+-]?[\d.,]*\d)(\D*)$/

/**
 * A number that has its unit in the same cell, in our unit and alone: 500g is 0.5, 2개 is 2. Money says the currency
 * that its line says: ¥1,200 of a line in won stays, for one of the two is wrong.
 * @param column id of a column of numbers
 * @param currency of the line, as a code; '' when it is not said
 * @returns undefined where it is no such text, or does not come out exact
 */
export function withoutUnit(text: string, column: string, currency: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const known = units.find(([id]) => id.test(column))?.[1](currency)
  const [all, before = '', digits = '', behind = ''] = parts.exec(text.normalize('NFKC').trim()) ?? []
  const unit = before.trim() === '' ? behind.trim() : behind.trim() === '' ? before.trim() : ''
  if (!known || all === undefined || unit === '') return undefined
  const by = known.find(([words]) => words.test(unit))?.[1]
  const number = by === undefined ? undefined : readDecimal(digits)
  const found =
    by === undefined || !number
      ? undefined
      : divideDecimals(number, { digits: BigInt(by), places: 0 }, PLACES)
  return found && writeDecimal(found)
}

/** Places behind the point that a number keeps. */
const PLACES = 6

/** Code of the currency that an amount is written in: `¥1,200`, `12,000원`. @returns undefined where it does not say so */
export function currencyIn(text: string): string | undefined {
  const codes = Object.keys(monies)
  return codes.find(code => withoutUnit(text, '.price', code) !== undefined)
}
