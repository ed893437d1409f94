import { countedIn } from './counted-in'
import type { Said } from './guess-headings'
import { type Looks, most } from './guess-values'
import type { Rule, ValueMap } from './recipe'

/** A column of the file. */
export interface FileColumn {
  readonly at: number
  /** Made distinct, by which recipes name it. */
  readonly name: string
  readonly heading: string
  readonly said: Said | undefined
  /** Texts below the heading that are not blank. */
  readonly texts: readonly string[]
  readonly looks: Looks | undefined
}

/** What one column of the sheet is fed by. */
export interface Fed {
  readonly rule: Rule
  readonly from: readonly FileColumn[]
  /** Columns that belong elsewhere: the second 주소 is the detail of the first. */
  readonly rest?: readonly FileColumn[]
}

const maps: readonly (readonly [RegExp, ValueMap])[] = [
  [/country$/i, 'country'],
  [/currency$/i, 'currency'],
  [/isExportDeclaration$/, 'flag'],
  [/exportPurpose$/, 'purpose'],
]

/** The table by which the values of a column of the sheet are read, where it has one. */
export const mapOf = (column: string): ValueMap | undefined =>
  maps.find(([pattern]) => pattern.test(column))?.[1]

/** The rule by which one column is taken. @param column of the sheet */
export function takeRule(column: string, from: FileColumn): Rule {
  const isWeight = /actualWeight$/.test(column)
  if (isWeight && countedIn(from.heading)?.weight === 'g') return { divide: [from.name], byNumber: 1000 }
  const map = mapOf(column)
  const isQuoted = from.texts.some(text => /^'[\d+]/.test(text))
  return { take: [from.name], ...(map ? { map } : {}), ...(isQuoted ? { apostrophe: true } : {}) }
}

/**
 * How a column of the sheet is fed by all columns of the file whose headings name it: one of them, or several where
 * they hold its parts.
 * @param found in the order of the file, at least one
 */
export function ruleFor(column: string, found: readonly FileColumn[]): Fed {
  const best = found.toSorted((a, b) => order(a) - order(b) || a.at - b.at)
  const [first, ...others] = best
  if (!first) throw new Error(`nothing feeds ${column}`)
  const take: Fed = { rule: takeRule(column, first), from: [first] }
  if (others.length === 0) return take
  if (/name$/i.test(column)) return joinedName(best) ?? take
  if (/zipCode$/i.test(column)) return joinedZip(found) ?? take
  if (/contact$/.test(column)) return joinedContact(found) ?? otherContact(column, best)
  if (/addressDetail$/i.test(column)) return joinedDetail(found)
  if (/address$/i.test(column)) return joinedAddress(best) ?? { ...take, rest: others }
  return take
}

/**
 * Columns that say whose they are come first, then names that begin their list, then numbered ones in the order of
 * their numbers.
 */
const order = ({ said }: FileColumn): number =>
  said ? (said.person && said.person.party === undefined ? NOBODYS : 0) + said.rank * 10 + said.part : 0

const NOBODYS = 1_000_000

const namesOf = (from: readonly FileColumn[]) => from.map(({ name }) => [name])
const isShort = (most_: number) => (text: string) => /^\D*\d+\D*$/.test(text) && text.length <= most_

function joinedName(found: readonly FileColumn[]): Fed | undefined {
  const family = found.find(({ said }) => said?.half === 'family')
  const given = found.find(({ said }) => said?.half === 'given')
  if (!family || !given) return undefined
  // Latin names say the given one first.
  const from = /[a-z]/i.test(family.said?.name ?? '') ? [given, family] : [family, given]
  return { rule: { join: namesOf(from), by: ' ' }, from }
}

/** Pieces of one text in the order of their numbers, and as the file has them where they have none. */
const inOrder = (found: readonly FileColumn[]): readonly FileColumn[] =>
  found.toSorted((a, b) => (a.said?.part ?? 0) - (b.said?.part ?? 0) || a.at - b.at)

/** Whether pieces that are numbered are numbered 1, 2, 3: none is missing, and none is there twice. */
const isGapless = (pieces: readonly FileColumn[]): boolean =>
  pieces.every(({ said }) => !said?.part) || pieces.every(({ said }, at) => said?.part === at + 1)

function joinedZip(found: readonly FileColumn[]): Fed | undefined {
  const from = inOrder(found).slice(0, 2)
  const [head, tail] = from
  if (!head || !tail || !isGapless(from)) return undefined
  if (!most(head.texts, isShort(3)) || !most(tail.texts, isShort(4))) return undefined
  return { rule: { join: namesOf(from), by: '-', digits: [3, 4] }, from }
}

function joinedContact(found: readonly FileColumn[]): Fed | undefined {
  const from = inOrder(found).slice(0, 3)
  if (!isGapless(from) || !from.every(({ texts }) => most(texts, isShort(5)))) return undefined
  const digits = from.reduce((sum, { texts }) => sum + averageLength(texts), 0)
  if (digits < FEWEST_DIGITS) return undefined
  return { rule: { join: namesOf(from), by: '-', leadingZero: true }, from }
}

/** A Japanese telephone number has ten digits, the first of which gets lost; with fewer a piece is missing. */
const FEWEST_DIGITS = 8.5

const averageLength = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0) / texts.length

/** Whether a column has a piece of a telephone number or a postal code, whose other pieces are not known. */
export function isPieceAlone(id: string, { rule, from }: Fed): boolean {
  const longest = /contact$/.test(id) ? 5 : /zipCode$/i.test(id) ? 4 : 0
  return longest > 0 && !('join' in rule) && from.some(({ texts }) => most(texts, isShort(longest)))
}

/** A second number is somebody's other telephone: it stands in where the first is blank. */
function otherContact(column: string, found: readonly FileColumn[]): Fed {
  return { rule: { firstOf: found.map(from => takeRule(column, from)) }, from: found }
}

/** 建物名 and 部屋番号 are one detail. */
const joinedDetail = (found: readonly FileColumn[]): Fed => ({
  rule: { join: namesOf(found), by: ' ' },
  from: found,
})

/** 住所 and 番地 are one street. */
function joinedAddress(found: readonly FileColumn[]): Fed | undefined {
  const street = found.find(({ said }) => /번지$|番地$|町域$/.test(said?.name ?? ''))
  const [first] = found.filter(column => column !== street)
  if (!street || !first) return undefined
  const rest = found.filter(column => column !== street && column !== first)
  return { rule: { join: namesOf([first, street]), by: '' }, from: [first, street], rest }
}

/** Whether the texts of a second address column are what stands behind a street: shorter, and a floor, room or house. */
export function isDetail(second: FileColumn, first: FileColumn): boolean {
  if (second.said && second.said.part > 1) return true
  return (
    most(second.texts, text => inside.test(text) || text.length <= 12) &&
    second.texts.some(text => inside.test(text)) &&
    averageLength(second.texts) < averageLength(first.texts)
  )
}

const inside =
  /\d\s*(호|층|동|号室?|階|[fF]\b|室)|빌딩|아파트|오피스텔|ビル|マンション|ハイツ|コーポ|荘|棟|\b(apt|suite|unit|floor|bldg)\b|^#?\d{2,4}$/i

/** Whether a text can only be a part of an address: a city, a building, a floor or a room. */
export const isPlacePart = (text: string): boolean => {
  const narrow = text.normalize('NFKC').trim()
  return building.test(narrow) || floor.test(narrow) || city.test(narrow)
}

const building = /ビル|マンション|ハイツ|コーポ|アパート|荘|棟|号室|빌딩|아파트|오피스텔/
const floor = /^(B|地下)?\d+\s*(階|[fF]|号|호|층|동)$/
const city = /^(?!\d)[\p{L}\p{N}]{1,12}(?:[市区町村]|시|군|구)$/u
