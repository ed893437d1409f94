import {
  exactMeaningOfHeading,
  headingKeys,
  type Meaning,
  meaningOfHeading,
  namesOfSheet,
} from '@/lib/import/match/dictionary/dictionary'
import { type HeadingParts, partsOfHeading } from '@/lib/import/match/dictionary/heading-parts'
import { saysTotal } from '@/lib/import/match/dictionary/heading-topics'
import type { PersonField } from '@/lib/import/match/dictionary/heading-words'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { unitInHeading } from './heading-units'

/** The meaning of a column's heading. */
export interface HeadingMeaning {
  /** The column of the sheet; undefined for a known heading without a column. */
  readonly column: string | undefined
  readonly rank: number
  /** The dictionary's own spelling. */
  readonly name: string
  /** Whether the heading is misspelt. */
  readonly isMisspelt: boolean
  /** 1, 2, 3 of 電話番号1, 電話番号2, 電話番号3; 0 without a number. */
  readonly part: number
  /** The half of a person's name, if the heading is unambiguous. */
  readonly half?: 'family' | 'given'
  /** Its words, if it is about a person. */
  readonly person?: HeadingParts
}

/** Columns that files split into several. */
const splitColumns = /(\.|Japanese)(name|contact|zipCode|address|addressDetail)$/i

/** Reads a heading: by its words about a person, by the dictionary, without its number, and with a typo. */
export function readHeading(heading: string, sheet: SheetId): HeadingMeaning | undefined {
  const person = sheet === 'products' ? undefined : personIn(heading, sheet)
  if (person) return person
  const { base, part } = withoutNumber(heading)
  const exact = meaningOfHeading(heading, sheet)
  // 価格(合計) is not a unit price.
  if (exact?.column === 'items[].price' && saysTotal(heading)) return undefined
  if (exact) return meaningFrom(exact, 0)
  const numbered = part === 0 ? undefined : meaningOfHeading(lineOf(base), sheet)
  if (numbered) {
    if (numbered.column === MAIN_IMAGE && part > 1)
      return meaningFrom({ column: 'productImages', rank: COMPOSED_RANK, name: heading.trim() }, part)
    const isOurs = part === 1 || numbered.column === undefined || splitColumns.test(numbered.column)
    return meaningFrom(isOurs ? numbered : { column: undefined, name: numbered.name }, part)
  }
  const counted = meaningWithUnit(heading, sheet)
  if (counted) return meaningFrom(counted, 0)
  const near = fuzzyMeaning(heading, sheet)
  return near && { ...meaningFrom(near, 0), isMisspelt: true }
}

/** 画像1 is the main image, 画像2 and 画像3 are further ones. */
const MAIN_IMAGE = 'mainImage'

/** Ranks of composed headings that the dictionary lacks. */
const COMPOSED_RANK = 5
/** The rank of a reading, below that of the kanji. */
const LATIN_RANK = 5000

/**
 * The meaning of a heading about a person. A name of the dictionary has the dictionary's meaning, whatever its words
 * are.
 */
function personIn(heading: string, sheet: SheetId): HeadingMeaning | undefined {
  const person = partsOfHeading(heading)
  if (!person) return undefined
  const exact = exactMeaningOfHeading(heading, sheet)
  if (!exact && (person.isVague || person.field === 'company')) return undefined
  const column = exact ? exact.column : columnOfPerson(person)
  const isCut = column !== undefined && person.line > 1 && !splitColumns.test(column)
  return {
    column: isCut ? undefined : column,
    rank:
      exact?.column !== undefined ? exact.rank : COMPOSED_RANK + (person.script === 'latin' ? LATIN_RANK : 0),
    name: exact?.name ?? heading.trim(),
    isMisspelt: false,
    part: person.line,
    ...(person.half && column !== undefined ? { half: person.half } : {}),
    person,
  }
}

const importerFields: readonly PersonField[] = [
  ...(['name', 'zipCode', 'state', 'city', 'address', 'addressDetail'] as const),
]

/** The column of the sheet for a parsed heading about a person; undefined if there is none. */
function columnOfPerson({ party, field, script }: HeadingParts): string | undefined {
  if (script === 'kana' || field === 'company') return undefined
  if (party === 'buyer') return undefined
  if (party === 'sender') return field === 'name' || field === 'contact' ? `sender.${field}` : undefined
  if (field === 'corporateNumber') return 'recipient.importerCorporateNumber'
  if (party !== 'importer') return `recipient.${field}`
  const capital = `${field[0]?.toUpperCase()}${field.slice(1)}`
  return importerFields.includes(field) ? `recipient.importerJapanese${capital}` : undefined
}

const meaningFrom = (meaning: Meaning, part: number): HeadingMeaning => ({
  column: meaning.column,
  rank: meaning.column === undefined ? 0 : meaning.rank,
  name: meaning.name,
  isMisspelt: false,
  part,
})

/** A bare "Line 1" is a line of the address. */
const lineOf = (base: string): string => (headingKeys(base).plain === 'line' ? 'address line' : base)

/** The meaning of a heading with a unit: Price JPY, 重量kg. "Unit" with a currency is a price. */
function meaningWithUnit(heading: string, sheet: SheetId): Meaning | undefined {
  const counted = unitInHeading(heading)
  if (!counted || counted.bare === '') return undefined
  const found = meaningOfHeading(counted.bare, sheet)
  if (found || sheet === 'products' || counted.currency === undefined) return found
  return /^(per\s*)?(unit|each|pcs?)$/i.test(counted.bare) ? meaningOfHeading('Unit price', sheet) : undefined
}

const trailingDigit = /^(.*[^\d])(\d)$/su
const halfPatterns: readonly (readonly [RegExp, number])[] = [
  [/[上前]\s*[34]\s*桁?$/, 1],
  [/[下後]\s*[34]\s*桁?$/, 2],
]

function withoutNumber(heading: string): { base: string; part: number } {
  const text = heading
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const bare = text.replace(/(?<!\s)\s*[([]([^()[\]]*)[)\]]$/, ' $1')
  for (const [pattern, part] of halfPatterns) {
    if (pattern.test(bare)) return { base: bare.replace(pattern, ''), part }
  }
  const [, base, digit] = trailingDigit.exec(text) ?? []
  return base === undefined ? { base: text, part: 0 } : { base, part: Number(digit) }
}

/** Only long Latin words are matched with a typo; shorter words that differ in one letter mean different things. */
const MIN_FUZZY_LENGTH = 8

/**
 * The meaning of a misspelt heading: one letter of a long Latin word is wrong, missing, added or swapped. Hangul, kana
 * and kanji are never corrected: 중량 and 수량 differ in one letter. Digits must be equal.
 */
function fuzzyMeaning(heading: string, sheet: SheetId): Meaning | undefined {
  const { plain } = headingKeys(heading)
  if (plain.length < MIN_FUZZY_LENGTH || !/^[a-z0-9]+$/.test(plain)) return undefined
  const found: Meaning[] = []
  for (const [name, meaning] of namesOfSheet(sheet)) {
    if (
      name.length >= MIN_FUZZY_LENGTH &&
      name[0] === plain[0] &&
      digitsIn(name) === digitsIn(plain) &&
      isOneEditApart(name, plain)
    ) {
      found.push(meaning)
    }
  }
  const [first, ...others] = found
  return first && others.every(other => other.column === first.column) ? first : undefined
}

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** Whether two different words are one insertion, deletion, replacement or swap of neighbours apart. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const rest = (text: string, by: number) => text.slice(from + by)
  if (a.length > b.length) return rest(a, 1) === rest(b, 0)
  if (a.length < b.length) return rest(a, 0) === rest(b, 1)
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2)
  return isSwapped || rest(a, 1) === rest(b, 1)
}
