import { isBlank } from '@/lib/sheet/kinds'
import type { ColumnsByHeading } from './columns-by-heading'
import { addDecimals, divideDecimals, readDecimal, writeDecimal } from './decimals'
import type { Origin } from './imported'
import { splitJapaneseAddress } from './japanese-address'
import { familyAmong, isFamilyFirst } from './name-order'
import type { Buyer, Rule } from './recipe'
import type { Row } from './table'
import { restoredTelephone } from './telephone'
import { meaningOf, plainValue } from './value-maps'

/** What a rule gives: a text as it stands in the file, or one that was made, with its origin. */
export type Given = string | Origin

/** A rule made ready for one file. */
export interface Reader {
  /** Columns of the file that it reads, from 0. */
  readonly from: readonly number[]
  /** Whether the first row of a record says it for those below. */
  readonly ofRecord?: true
  readonly read: (row: Row) => Given
}

type RuleOf<K extends string> = Extract<Rule, Readonly<Record<K, unknown>>>

export const textOf = (given: Given): string => (typeof given === 'string' ? given : given.text)

const at = (row: Row, column: number): string => row.at(column) ?? ''

/** Makes a rule ready for a file. @returns undefined where the file has none of the columns that it needs */
export function compileRule(rule: Rule, columns: ColumnsByHeading): Reader | undefined {
  if ('constant' in rule) return constant(rule)
  if ('take' in rule) return take(rule, columns)
  if ('join' in rule) return join(rule, columns)
  if ('divide' in rule) return divide(rule, columns)
  if ('add' in rule) return add(rule, columns)
  if ('part' in rule) return part(rule, columns)
  const readers = rule.firstOf.flatMap(one => compileRule(one, columns) ?? [])
  const [first, ...others] = readers
  if (!first || others.length === 0) return first
  return { from: [...new Set(readers.flatMap(reader => reader.from))], read: row => firstText(readers, row) }
}

function firstText(readers: readonly Reader[], row: Row): Given {
  let marked: Given = ''
  for (const reader of readers) {
    const given = reader.read(row)
    if (!isBlank(textOf(given))) return given
    // Blank because nothing could be made of what stood there: that is told.
    if (typeof given !== 'string' && marked === '') marked = given
  }
  return marked
}

function constant({ constant: text }: RuleOf<'constant'>): Reader {
  const given: Origin = { kind: 'constant', text }
  return { from: [], read: () => given }
}

function take(rule: RuleOf<'take'>, columns: ColumnsByHeading): Reader | undefined {
  const { ofBuyer, ...plain } = rule
  const reader = taken(plain, columns)
  return ofBuyer && reader ? { ...reader, read: buyers(reader.read, ofBuyer, columns) } : reader
}

/** Says of what a reader gives that it is the buyer's. */
function buyers(read: Reader['read'], { name, recipient }: Buyer, columns: ColumnsByHeading): Reader['read'] {
  const [buyer, other] = [name, recipient].map(parts => parts.flatMap(one => columns.find(one) ?? []))
  const nameIn = (row: Row, from: readonly number[] = []) =>
    from
      .map(column => at(row, column))
      .join(' ')
      .trim()
  return row => {
    const text = textOf(read(row))
    if (isBlank(text)) return ''
    const who = nameIn(row, buyer)
    const isSame = who !== '' && bareName(who) === bareName(nameIn(row, other))
    const of = who === '' ? {} : { of: who }
    return isSame ? { kind: 'buyer', text, ...of } : { kind: 'buyer', text, ...of, review: true }
  }
}

const bareName = (name: string): string => plainValue(name).replaceAll(' ', '')

function taken(rule: RuleOf<'take'>, columns: ColumnsByHeading): Reader | undefined {
  const column = columns.find(rule.take)
  if (column === undefined) return undefined
  const beside = rule.beside && columns.find(rule.beside)
  if (rule.beside && beside === undefined) return undefined
  const { map } = rule
  const values = rule.values && new Map(Object.entries(rule.values).map(([k, v]) => [plainValue(k), v]))
  if (beside === undefined && !map && !values && !rule.apostrophe && !rule.nonZero && !rule.ofRecord) {
    return { from: [column], read: row => at(row, column) }
  }
  const mean = (text: string) => values?.get(plainValue(text)) ?? (map && meaningOf(text, map))
  const isSaid = (text: string) => !isBlank(text) && !(rule.nonZero && isZero(text))
  const known = new Map<string, Given>()
  return {
    from: beside === undefined ? [column] : [column, beside],
    ...(rule.ofRecord ? { ofRecord: true } : {}),
    read: row => {
      const text = at(row, column)
      if (!isSaid(text) || (beside !== undefined && !isSaid(at(row, beside)))) return ''
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

const isZero = (text: string): boolean => readDecimal(text)?.digits === 0n

function join(rule: RuleOf<'join'>, columns: ColumnsByHeading): Reader | undefined {
  const found = rule.join.map(spellings => columns.find(spellings))
  const from = found.flatMap(column => column ?? [])
  if (from.length === 0) return undefined
  return nameJoin(rule, found) ?? { from, read: row => joined(rule, found, row) }
}

/**
 * Joins the halves of a name: kanji, kana and Hangul begin with the family name whatever the order of the columns, or of
 * the rule; Latin names keep the order of the columns in the file.
 * @returns undefined where the columns are no halves of a name
 */
function nameJoin(rule: RuleOf<'join'>, found: readonly (number | undefined)[]): Reader | undefined {
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
      const isFirst = written.some(column => isFamilyFirst(at(row, column)))
      return joined(rule, isFirst ? familyFirst : written, row)
    },
  }
}

function joined(rule: RuleOf<'join'>, found: readonly (number | undefined)[], row: Row): Given {
  const padded: string[] = []
  const stood: string[] = []
  for (const [place, column] of found.entries()) {
    const said = column === undefined ? '' : at(row, column)
    if (isBlank(said)) continue
    padded.push(restoredPart(said, rule.digits?.[place] ?? 0, rule.leadingZero === true && place === 0))
    stood.push(said)
  }
  const isWhole = rule.leadingZero === true && stood.length === found.length
  const parts = isWhole ? restoredTelephone(stood) : padded
  const isRestored = parts.some((part, place) => part !== stood[place])
  const [only] = parts
  if (only === undefined) return ''
  const of = stood.join(' + ')
  if (isRestored) return { kind: 'restored', text: parts.join(rule.by), of, review: true }
  return parts.length === 1 ? only : { kind: 'joined', text: parts.join(rule.by), of }
}

const digitsOnly = /^\d+$/

function restoredPart(said: string, digits: number, leadingZero: boolean): string {
  const bare = said.trim()
  if (!digitsOnly.test(bare)) return said
  if (bare.length < digits) return bare.padStart(digits, '0')
  return leadingZero && !bare.startsWith('0') ? `0${bare}` : said
}

/** Places behind the point that a price for one may have. */
const PLACES = 4

function divide(rule: RuleOf<'divide'>, columns: ColumnsByHeading): Reader | undefined {
  if ('byNumber' in rule) return divideByNumber(rule, columns)
  const total = columns.find(rule.divide)
  const count = columns.find(rule.by)
  if (total === undefined || count === undefined) return undefined
  return {
    from: [total, count],
    read: row => {
      const said = at(row, total)
      if (isBlank(said)) return ''
      const [amount, by] = [readDecimal(said), readDecimal(at(row, count))]
      if (by?.digits === 1n && by.places === 0) return said
      const of = `${said} ÷ ${at(row, count)}`
      const price = amount && by && divideDecimals(amount, by, PLACES)
      if (!price) return { kind: 'divided', text: '', of, review: true }
      return { kind: 'divided', text: writeDecimal(price), of }
    },
  }
}

function divideByNumber(
  { divide, byNumber }: RuleOf<'byNumber'>,
  columns: ColumnsByHeading,
): Reader | undefined {
  const column = columns.find(divide)
  if (column === undefined) return undefined
  const by = { digits: BigInt(byNumber), places: 0 }
  return {
    from: [column],
    read: row => {
      const said = at(row, column)
      const amount = readDecimal(said)
      const share = amount && divideDecimals(amount, by, amount.places + String(byNumber).length)
      const text = share ? writeDecimal(share) : ''
      return text === '' || text === '0'
        ? ''
        : { kind: 'divided', text, of: `${said} ÷ ${byNumber}`, review: true }
    },
  }
}

function add(rule: RuleOf<'add'>, columns: ColumnsByHeading): Reader | undefined {
  const [base, ...others] = rule.add.map(spellings => columns.find(spellings))
  if (base === undefined) return undefined
  const more = others.flatMap(column => column ?? [])
  return {
    from: [base, ...more],
    read: row => {
      const said = at(row, base)
      if (more.every(column => isNothing(at(row, column)))) return said
      const added = more.map(column => at(row, column)).filter(text => !isNothing(text))
      const amounts = [said, ...added].map(readDecimal)
      if (amounts.slice(1).every(amount => amount?.digits === 0n)) return said
      const of = [said, ...added].join(' + ')
      let sum = amounts[0]
      for (const amount of amounts.slice(1)) sum = sum && amount && addDecimals(sum, amount)
      return sum
        ? { kind: 'added', text: writeDecimal(sum), of }
        : { kind: 'added', text: '', of, review: true }
    },
  }
}

const isNothing = (text: string): boolean => text === '0' || isBlank(text)

function part(rule: RuleOf<'part'>, columns: ColumnsByHeading): Reader | undefined {
  const from = rule.of.flatMap(spellings => columns.find(spellings) ?? [])
  if (from.length === 0) return undefined
  return {
    from,
    read: row => {
      const said = from.map(column => at(row, column)).filter(text => !isBlank(text))
      if (said.length === 0) return ''
      const whole = said.join('')
      const parts = splitJapaneseAddress(whole)
      const isFound = parts.state !== '' || parts.city !== ''
      const isWhole = !isFound && from.length === 1 && (rule.part === 'address' || rule.part === 'street')
      if (isWhole) return rule.onlyFound ? '' : whole
      const text = isFound ? parts[rule.part] : ''
      return text === '' || said.includes(text) ? text : { kind: 'split', text, of: whole, review: true }
    },
  }
}
