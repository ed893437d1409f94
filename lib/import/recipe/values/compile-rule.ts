import { wholeCurrencies } from '@/lib/contract/choices'
import type { Row } from '@/lib/files/book/book'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { Buyer, ColumnRule } from '@/lib/import/recipe/recipe'
import { valueKey } from '@/lib/sheet/schema/choices/codes-by-name'
import { codeReaderOf } from '@/lib/sheet/schema/choices/read-code'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { addDecimals, divideDecimals, hasDecimals, isZero, readDecimal, writeDecimal } from './decimals'
import { splitJapaneseAddress } from './japanese-address'
import { readMoney } from './money'
import { familyAmong, isFamilyFirst } from './name-order'
import type { Origin } from './origins'
import { partOfItem } from './packed-items'
import { unitPriceOf } from './unit-price'
import { withoutUnit } from './units'
import { codeOfValue } from './value-maps'

/** The value of a rule: a text of the file, or a derived text with its origin. */
export type RuleValue = string | Origin

/** A rule of a recipe, prepared for one file. */
export interface CompiledRule {
  /** Columns of the file that it reads, from 0. */
  readonly from: readonly number[]
  /** Whether later rows of a record get the text of its first row. */
  readonly ofRecord?: true
  readonly read: (row: Row) => RuleValue
}

type RuleOf<K extends string> = Extract<ColumnRule, Readonly<Record<K, unknown>>>

/** The text of a value, with or without an origin. */
export const textOfValue = (given: RuleValue): string => (typeof given === 'string' ? given : given.text)

const cellAt = (row: Row, column: number): string => row.at(column) ?? ''

/** Compiles a rule for a file. @returns undefined if the file lacks all columns that it needs */
export function compileRule(rule: ColumnRule, columns: ColumnsByHeading): CompiledRule | undefined {
  if ('constant' in rule) return compileConstant(rule)
  if ('take' in rule) return compileTake(rule, columns)
  if ('join' in rule) return compileJoin(rule, columns)
  if ('divide' in rule) return compileDivide(rule, columns)
  if ('add' in rule) return compileAdd(rule, columns)
  if ('part' in rule) return compileAddressPart(rule, columns)
  if ('unpack' in rule) return compileUnpack(rule, columns)
  if ('money' in rule) return compileMoney(rule, columns)
  const readers = rule.firstOf.flatMap(one => compileRule(one, columns) ?? [])
  const [first, ...others] = readers
  if (!first || others.length === 0) return first
  return { from: [...new Set(readers.flatMap(reader => reader.from))], read: row => firstText(readers, row) }
}

/** A rule that also reads the names of codes, as typed and pasted texts are read: 예 and はい as `true`. */
export function readingCodes(rule: CompiledRule, column: Column): CompiledRule {
  const read = codeReaderOf(column)
  if (!read) return rule
  return {
    ...rule,
    read: row => {
      const given = rule.read(row)
      const text = textOfValue(given)
      const code = read(text)
      if (code === undefined) return given
      return typeof given === 'string' ? { kind: 'mapped', text: code, of: text } : { ...given, text: code }
    },
  }
}

function firstText(readers: readonly CompiledRule[], row: Row): RuleValue {
  let fallback: RuleValue = ''
  for (const reader of readers) {
    const given = reader.read(row)
    if (!isBlankOrDash(textOfValue(given))) return given
    // A blank value with an origin marks a text that could not be converted; it is kept for review, as a dash is.
    if (fallback === '' && (typeof given !== 'string' || !isBlank(given))) fallback = given
  }
  return fallback
}

/** Shops write dashes for a telephone number that a buyer did not give. */
const isBlankOrDash = (text: string): boolean => isBlank(text) || (text.length <= 9 && onlyDashes.test(text))

const onlyDashes = /^[\s\p{Pd}−ー]+$/u

function compileConstant({ constant: text }: RuleOf<'constant'>): CompiledRule {
  const given: Origin = { kind: 'constant', text }
  return { from: [], read: () => given }
}

function compileTake(rule: RuleOf<'take'>, columns: ColumnsByHeading): CompiledRule | undefined {
  const { ofBuyer, ...plain } = rule
  const reader = compileColumn(plain, columns)
  return ofBuyer && reader ? { ...reader, read: readBuyer(reader.read, ofBuyer, columns) } : reader
}

/** Marks the value of a reader as the buyer's. */
function readBuyer(
  read: CompiledRule['read'],
  { name, recipient }: Buyer,
  columns: ColumnsByHeading,
): CompiledRule['read'] {
  const [buyer, other] = [name, recipient].map(parts => parts.flatMap(one => columns.find(one) ?? []))
  const nameIn = (row: Row, from: readonly number[] = []) =>
    from
      .map(column => cellAt(row, column))
      .join(' ')
      .trim()
  return row => {
    const text = textOfValue(read(row))
    if (isBlank(text)) return ''
    const who = nameIn(row, buyer)
    const isSame = who !== '' && bareName(who) === bareName(nameIn(row, other))
    const of = who === '' ? {} : { of: who }
    return isSame ? { kind: 'buyer', text, ...of } : { kind: 'buyer', text, ...of, review: true }
  }
}

const bareName = (name: string): string => valueKey(name).replaceAll(' ', '')

function compileColumn(rule: RuleOf<'take'>, columns: ColumnsByHeading): CompiledRule | undefined {
  const column = columns.find(rule.take)
  if (column === undefined) return undefined
  const beside = rule.beside && columns.find(rule.beside)
  if (rule.beside && beside === undefined) return undefined
  const { map } = rule
  const values = rule.values && new Map(Object.entries(rule.values).map(([k, v]) => [valueKey(k), v]))
  if (beside === undefined && !map && !values && !rule.apostrophe && !rule.nonZero && !rule.ofRecord) {
    return { from: [column], read: row => cellAt(row, column) }
  }
  const mean = (text: string) => values?.get(valueKey(text)) ?? (map && codeOfValue(text, map))
  const isGiven = (text: string) => !isBlank(text) && !(rule.nonZero && isZero(text))
  const known = new Map<string, RuleValue>()
  return {
    from: beside === undefined ? [column] : [column, beside],
    ...(rule.ofRecord ? { ofRecord: true } : {}),
    read: row => {
      const text = cellAt(row, column)
      if (!isGiven(text) || (beside !== undefined && !isGiven(cellAt(row, beside)))) return ''
      if (rule.apostrophe && text.startsWith("'")) return { kind: 'mapped', text: text.slice(1), of: text }
      if (!map && !values) return text
      let given = known.get(text)
      if (given === undefined) {
        const meant = mean(text)
        given = meant === undefined || meant === text ? text : { kind: 'mapped', text: meant, of: text }
        known.set(text, given)
      }
      return given
    },
  }
}

function compileJoin(rule: RuleOf<'join'>, columns: ColumnsByHeading): CompiledRule | undefined {
  const found = rule.join.map(spellings => columns.find(spellings))
  const from = found.flatMap(column => column ?? [])
  if (from.length === 0) return undefined
  return compileNameJoin(rule, found) ?? { from, read: row => joinCells(rule, found, row) }
}

/**
 * Joins the halves of a name: kanji, kana and Hangul begin with the family name whatever the order of the columns, or
 * of the rule; Latin names keep the order of the columns in the file.
 * @returns undefined if the columns are not halves of a name
 */
function compileNameJoin(
  rule: RuleOf<'join'>,
  found: readonly (number | undefined)[],
): CompiledRule | undefined {
  if (rule.digits || rule.leadingZero) return undefined
  const parts = rule.join.flatMap((spellings, place) => {
    const column = found[place]
    return column === undefined ? [] : [{ column, heading: spellings.join(' / ') }]
  })
  const family = parts[familyAmong(parts.map(({ heading }) => heading)) ?? -1]?.column
  if (family === undefined) return undefined
  const written = parts.map(({ column }) => column).toSorted((a, b) => a - b)
  const familyFirst = [family, ...written.filter(column => column !== family)]
  return {
    from: written,
    read: row => {
      const isFirst = written.some(column => isFamilyFirst(cellAt(row, column)))
      return joinCells(rule, isFirst ? familyFirst : written, row)
    },
  }
}

function joinCells(rule: RuleOf<'join'>, found: readonly (number | undefined)[], row: Row): RuleValue {
  const padded: string[] = []
  const texts: string[] = []
  for (const [place, column] of found.entries()) {
    const part = column === undefined ? '' : cellAt(row, column)
    if (isBlank(part)) continue
    padded.push(restorePart(part, rule.digits?.[place] ?? 0, rule.leadingZero === true && place === 0))
    texts.push(part)
  }
  const isWhole = rule.leadingZero === true && texts.length === found.length
  const parts = isWhole ? restoreTelephone(texts) : padded
  const isRestored = parts.some((part, place) => part !== texts[place])
  const [only] = parts
  if (only === undefined) return ''
  const of = texts.join(' + ')
  if (isRestored) return { kind: 'restored', text: parts.join(rule.by), of, review: true }
  return parts.length === 1 ? only : { kind: 'joined', text: parts.join(rule.by), of }
}

const digitsOnly = /^\d+$/

function restorePart(part: string, digits: number, leadingZero: boolean): string {
  const bare = part.trim()
  if (!digitsOnly.test(bare)) return part
  if (bare.length < digits) return bare.padStart(digits, '0')
  return leadingZero && !bare.startsWith('0') ? `0${bare}` : part
}

function compileDivide(rule: RuleOf<'divide'>, columns: ColumnsByHeading): CompiledRule | undefined {
  if ('byNumber' in rule) return compileDivideByNumber(rule, columns)
  const total = columns.find(rule.divide)
  const count = columns.find(rule.by)
  if (total === undefined || count === undefined) return undefined
  return {
    from: [total, count],
    read: row => {
      const totalText = cellAt(row, total)
      return isBlank(totalText) ? '' : unitPriceOf(totalText, cellAt(row, count))
    },
  }
}

function compileDivideByNumber(
  { divide, byNumber }: RuleOf<'byNumber'>,
  columns: ColumnsByHeading,
): CompiledRule | undefined {
  const column = columns.find(divide)
  if (column === undefined) return undefined
  const by = { digits: BigInt(byNumber), places: 0 }
  return {
    from: [column],
    read: row => {
      const cell = cellAt(row, column)
      if (isBlankOrDash(cell)) return ''
      const amount = readDecimal(cell)
      if (!amount) return readWeight(cell)
      const share = divideDecimals(amount, by, amount.places + String(byNumber).length)
      const text = share ? writeDecimal(share) : ''
      return text === '' || text === '0'
        ? ''
        : { kind: 'divided', text, of: `${cell} ÷ ${byNumber}`, review: true }
    },
  }
}

/**
 * A weight with its own unit under a heading in grams, in kilograms. Any other text stays, so that no preset replaces
 * a weight that the file has.
 */
function readWeight(cell: string): RuleValue {
  const text = withoutUnit(cell, 'items[].actualWeight', '')
  if (text === undefined) return cell
  return text === '0' ? '' : { kind: 'divided', text, of: cell, review: true }
}

function compileAdd(rule: RuleOf<'add'>, columns: ColumnsByHeading): CompiledRule | undefined {
  const [base, ...others] = rule.add.map(spellings => columns.find(spellings))
  if (base === undefined) return undefined
  const more = others.flatMap(column => column ?? [])
  return {
    from: [base, ...more],
    read: row => {
      const baseText = cellAt(row, base)
      if (more.every(column => isZeroOrBlank(cellAt(row, column)))) return baseText
      const added = more.map(column => cellAt(row, column)).filter(text => !isZeroOrBlank(text))
      const amounts = [baseText, ...added].map(readDecimal)
      if (amounts.slice(1).every(amount => amount?.digits === 0n)) return baseText
      const of = [baseText, ...added].join(' + ')
      let sum = amounts[0]
      for (const amount of amounts.slice(1)) sum = sum && amount && addDecimals(sum, amount)
      return sum
        ? { kind: 'added', text: writeDecimal(sum), of }
        : { kind: 'added', text: '', of, review: true }
    },
  }
}

const isZeroOrBlank = (text: string): boolean => text === '0' || isBlank(text)

function compileAddressPart(rule: RuleOf<'part'>, columns: ColumnsByHeading): CompiledRule | undefined {
  const from = rule.of.flatMap(spellings => columns.find(spellings) ?? [])
  if (from.length === 0) return undefined
  const by = rule.by ?? ''
  const city = rule.city && columns.find(rule.city)
  const beforeStreet = city === undefined ? [] : from.slice(0, from.indexOf(city) + 1)
  /** Where the street begins in the joined texts of a row whose city is filled. */
  const streetAtOf = (row: Row): number | undefined => {
    if (city === undefined || isBlank(cellAt(row, city))) return undefined
    const texts = beforeStreet.map(column => cellAt(row, column)).filter(text => !isBlank(text))
    return texts.join(by).length
  }
  const [first = -1] = from
  const isStreet = rule.part === 'address' || rule.part === 'street'
  return {
    from,
    read: row => {
      const texts =
        from.length === 1
          ? [cellAt(row, first)]
          : from.map(column => cellAt(row, column)).filter(text => !isBlank(text))
      const whole = texts.join(by)
      if (isBlank(whole)) return ''
      const parts = splitJapaneseAddress(whole, streetAtOf(row))
      const isFound = parts.state !== '' || parts.city !== ''
      if (!isFound) return isStreet && from.length === 1 && !rule.onlyFound ? whole : ''
      const text = parts[rule.part]
      return text === '' || texts.includes(text) ? text : { kind: 'split', text, of: whole, review: true }
    },
  }
}

function compileUnpack(
  { unpack, from }: RuleOf<'unpack'>,
  columns: ColumnsByHeading,
): CompiledRule | undefined {
  const column = columns.find(from)
  return column === undefined
    ? undefined
    : { from: [column], read: row => partOfItem(cellAt(row, column), unpack) }
}

function compileMoney(
  { money, from, usual }: RuleOf<'money'>,
  columns: ColumnsByHeading,
): CompiledRule | undefined {
  const column = columns.find(from)
  if (column === undefined) return undefined
  return {
    from: [column],
    read: row => {
      const of = cellAt(row, column)
      const found = isBlank(of) ? undefined : readMoney(of)
      if (money === 'currency' && usual !== undefined && (found?.currency ?? '') === '')
        return currencyWithoutSign(of, usual)
      if (!found) return money === 'amount' ? of : ''
      const text = found[money]
      return text === '' || text === of ? text : { kind: 'mapped', text, of }
    },
  }
}

/** The usual currency of a price that names none; blank and marked if the price cannot be in it. */
const currencyWithoutSign = (price: string, usual: string): Origin =>
  wholeCurrencies.has(usual) && hasDecimals(price)
    ? { kind: 'mapped', text: '', of: price, review: true }
    : { kind: 'constant', text: usual }

/** Freephone and premium prefixes such as 0120, whose digits are grouped in another way. */
const special = /^0(120|570|990|180|170)$/

/** The freephone prefix behind which numbers are grouped as usual. */
const LONG_FREEPHONE = '0800'

/**
 * Restores lost zeros in the three parts of a Japanese telephone number that were stored as numbers. The last part has
 * four digits; the two parts before it have six together, and seven in mobile, IP and 0800 numbers.
 * @returns the parts unchanged if no zero is certainly lost
 */
function restoreTelephone(parts: readonly string[]): readonly string[] {
  const [area = '', exchange = '', number = '', ...more] = parts.map(part => part.trim())
  const isLost = [area, exchange, number].every(part => /^\d+$/.test(part)) && !area.startsWith('0')
  if (more.length > 0 || !isLost) return parts
  const first = `0${area}`
  if (special.test(first)) return [first, exchange, number]
  const isLong = /^0[5-9]0$/.test(first) || first === LONG_FREEPHONE
  const between = (isLong ? 7 : 6) - first.length
  return [first, exchange.padStart(between, '0'), number.padStart(4, '0')]
}
