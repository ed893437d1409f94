import type { ColumnRule, ValueMap } from '@/lib/import/recipe/recipe'
import { unitInHeading } from './heading-units'
import type { HeadingMeaning } from './read-heading'
import { mostMatch, type ValuePattern } from './value-patterns'

/** A column of a file, as guesses look at it. */
export interface FileColumn {
  /** Its position in the file, from 0. */
  readonly at: number
  /** The distinct name that recipes use. */
  readonly name: string
  readonly heading: string
  readonly meaning: HeadingMeaning | undefined
  /** Non-blank texts below the heading. */
  readonly texts: readonly string[]
  readonly pattern: ValuePattern | undefined
}

/** The column of the postal code, with which a whole address may begin. */
export const ZIP_CODE = 'recipient.zipCode'

/** The columns of an address, and the part of a whole address that each takes. */
export const addressParts = [
  ['recipient.state', 'state'],
  ['recipient.city', 'city'],
  ['recipient.address', 'address'],
  ['recipient.addressDetail', 'detail'],
] as const

/** How one column of the sheet is mapped. */
export interface ColumnMapping {
  readonly rule: ColumnRule
  readonly from: readonly FileColumn[]
  /** Columns that belong elsewhere: the second 주소 is the detail of the first. */
  readonly rest?: readonly FileColumn[]
}

const valueMapPatterns: readonly (readonly [RegExp, ValueMap])[] = [
  [/country$/i, 'country'],
  [/currency$/i, 'currency'],
  [/isExportDeclaration$/, 'flag'],
  [/exportPurpose$/, 'purpose'],
]

/** The value map of a column of the sheet, if it has one. */
export const valueMapOf = (column: string): ValueMap | undefined =>
  valueMapPatterns.find(([pattern]) => pattern.test(column))?.[1]

/** The rule for a single column of the file. @param column of the sheet */
export function takeRule(column: string, from: FileColumn): ColumnRule {
  const isWeight = /actualWeight$/.test(column)
  if (isWeight && unitInHeading(from.heading)?.weight === 'g') return { divide: [from.name], byNumber: 1000 }
  const map = valueMapOf(column)
  const isQuoted = from.texts.some(text => /^'[\d+]/.test(text))
  return { take: [from.name], ...(map ? { map } : {}), ...(isQuoted ? { apostrophe: true } : {}) }
}

/**
 * How a column of the sheet is mapped to the columns of the file whose headings name it: to one of them, or to several
 * that contain its parts.
 * @param found in the order of the file, at least one
 */
export function ruleFor(column: string, found: readonly FileColumn[]): ColumnMapping {
  const best = found.toSorted((a, b) => columnOrder(a) - columnOrder(b) || a.at - b.at)
  const [first, ...others] = best
  if (!first) throw new Error(`no column of the file for ${column}`)
  const take: ColumnMapping = { rule: takeRule(column, first), from: [first] }
  if (others.length === 0) return take
  if (/name$/i.test(column)) return joinedName(best) ?? take
  if (/zipCode$/i.test(column)) return joinedZip(found) ?? take
  if (/contact$/.test(column)) return joinedContact(found) ?? otherContact(column, best)
  if (/addressDetail$/i.test(column)) return joinedDetail(found)
  if (column === 'productImages')
    return { rule: { join: headingNames(inOrder(found)), by: '\n' }, from: found }
  if (/address$/i.test(column)) return joinedAddress(best) ?? { ...take, rest: others }
  return take
}

/**
 * Order of columns: those that name a party first, then those that are no second line, then by the rank of their name,
 * then by their number.
 */
export const columnOrder = ({ meaning }: FileColumn): number =>
  meaning
    ? (meaning.person && meaning.person.party === undefined ? RANK_WITHOUT_PARTY : 0) +
      (meaning.part > 1 ? RANK_OF_LATER_LINE : 0) +
      meaning.rank * 10 +
      meaning.part
    : 0

const RANK_WITHOUT_PARTY = 1_000_000
/** 住所2 follows 住所, whichever name the dictionary lists first. */
const RANK_OF_LATER_LINE = 100_000

const headingNames = (from: readonly FileColumn[]) => from.map(({ name }) => [name])
const isShort = (most_: number) => (text: string) => /^\D*\d+\D*$/.test(text) && text.length <= most_

function joinedName(found: readonly FileColumn[]): ColumnMapping | undefined {
  const family = found.find(({ meaning }) => meaning?.half === 'family')
  const given = found.find(({ meaning }) => meaning?.half === 'given')
  if (!family || !given) return undefined
  // Latin names begin with the given name.
  const from = /[a-z]/i.test(family.meaning?.name ?? '') ? [given, family] : [family, given]
  return { rule: { join: headingNames(from), by: ' ' }, from }
}

/** Parts of one text in the order of their numbers, or without numbers in the order of the file. */
const inOrder = (found: readonly FileColumn[]): readonly FileColumn[] =>
  found.toSorted((a, b) => (a.meaning?.part ?? 0) - (b.meaning?.part ?? 0) || a.at - b.at)

/** Whether numbered parts are numbered 1, 2, 3 without gaps and duplicates. */
const isGapless = (pieces: readonly FileColumn[]): boolean =>
  pieces.every(({ meaning }) => !meaning?.part) || pieces.every(({ meaning }, at) => meaning?.part === at + 1)

function joinedZip(found: readonly FileColumn[]): ColumnMapping | undefined {
  const from = inOrder(found).slice(0, 2)
  const [head, tail] = from
  if (!head || !tail || !isGapless(from)) return undefined
  if (!mostMatch(head.texts, isShort(3)) || !mostMatch(tail.texts, isShort(4))) return undefined
  return { rule: { join: headingNames(from), by: '-', digits: [3, 4] }, from }
}

function joinedContact(found: readonly FileColumn[]): ColumnMapping | undefined {
  const from = inOrder(found).slice(0, 3)
  if (!isGapless(from) || !from.every(({ texts }) => mostMatch(texts, isShort(5)))) return undefined
  const digits = from.reduce((sum, { texts }) => sum + averageLength(texts), 0)
  if (digits < MIN_PHONE_DIGITS) return undefined
  return { rule: { join: headingNames(from), by: '-', leadingZero: true }, from }
}

/** A Japanese telephone number has ten digits, and may lose its first zero; with fewer digits a part is missing. */
const MIN_PHONE_DIGITS = 8.5

const averageLength = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0) / texts.length

/** Whether a column has one part of a telephone number or a postal code and the other parts are missing. */
export function isIncompletePart(id: string, { rule, from }: ColumnMapping): boolean {
  const longest = /contact$/.test(id) ? 5 : /zipCode$/i.test(id) ? 4 : 0
  return longest > 0 && !('join' in rule) && from.some(({ texts }) => mostMatch(texts, isShort(longest)))
}

/** A second telephone number is used where the first is blank. */
function otherContact(column: string, found: readonly FileColumn[]): ColumnMapping {
  return { rule: { firstOf: found.map(from => takeRule(column, from)) }, from: found }
}

/** 建物名 and 部屋番号 are one detail. */
const joinedDetail = (found: readonly FileColumn[]): ColumnMapping => ({
  rule: { join: headingNames(found), by: ' ' },
  from: found,
})

/** 住所 and 番地 are one street. */
function joinedAddress(found: readonly FileColumn[]): ColumnMapping | undefined {
  const street = found.find(({ meaning }) => /번지$|番地$|町域$/.test(meaning?.name ?? ''))
  const [first] = found.filter(column => column !== street)
  if (!street || !first) return undefined
  const rest = found.filter(column => column !== street && column !== first)
  return { rule: { join: headingNames([first, street]), by: '' }, from: [first, street], rest }
}

/** Whether the texts of a second address column look like floors, rooms or buildings and are shorter. */
export function isDetail(second: FileColumn, first: FileColumn): boolean {
  if (second.meaning && second.meaning.part > 1) return true
  return (
    mostMatch(second.texts, text => detailPattern.test(text) || text.length <= 12) &&
    second.texts.some(text => detailPattern.test(text)) &&
    averageLength(second.texts) < averageLength(first.texts)
  )
}

const detailPattern =
  /\d\s*(호|층|동|号室?|階|[fF]\b|室)|빌딩|아파트|오피스텔|ビル|マンション|ハイツ|コーポ|荘|棟|\b(apt|suite|unit|floor|bldg)\b|^#?\d{2,4}$/i

/** Whether a text can only be a part of an address: a city, a building, a floor or a room. */
export const isPlacePart = (text: string): boolean => {
  const narrow = text.normalize('NFKC').trim()
  return buildingPattern.test(narrow) || floorPattern.test(narrow) || cityPattern.test(narrow)
}

const buildingPattern = /ビル|マンション|ハイツ|コーポ|アパート|荘|棟|号室|빌딩|아파트|오피스텔/
const floorPattern = /^(B|地下)?\d+\s*(階|[fF]|号|호|층|동)$/
const cityPattern = /^(?!\d)[\p{L}\p{N}]{1,12}(?:[市区町村]|시|군|구)$/u
