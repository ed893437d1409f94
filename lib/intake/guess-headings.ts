import type { SheetId } from '@/lib/sheet/sheets'
import { saysTotal } from './concerns'
import { countedIn } from './counted-in'
import { exactMeaningOf, headingKeys, type Meaning, meaningOf } from './dictionary'
import { type HeadingParts, partsOfHeading } from './heading-parts'
import type { PersonField } from './heading-words'
import { nearMeaning } from './near-heading'

/** What the heading of a file's column says. */
export interface Said {
  /** The column of the sheet; undefined: it is known that it is none of ours. */
  readonly column: string | undefined
  readonly rank: number
  /** The dictionary's own spelling. */
  readonly name: string
  /** Whether the heading is misspelt. */
  readonly isNear: boolean
  /** 1, 2, 3 of 電話番号1, 電話番号2, 電話番号3; 0 without a number. */
  readonly part: number
  /** One half of a person's name, where it says so beyond doubt. */
  readonly half?: 'family' | 'given'
  /** Its words, where it is about a person. */
  readonly person?: HeadingParts
}

/** Columns that files cut into several. */
const cut = /(\.|Japanese)(name|contact|zipCode|address|addressDetail)$/i

/** Reads a heading word by word where it is about a person, then by the dictionary, without its number, and as misspelt. */
export function readHeading(heading: string, sheet: SheetId): Said | undefined {
  const person = sheet === 'products' ? undefined : personIn(heading, sheet)
  if (person) return person
  const { base, part } = withoutNumber(heading)
  const exact = meaningOf(heading, sheet)
  // 価格(合計) is no price of one piece.
  if (exact?.column === 'items[].price' && saysTotal(heading)) return undefined
  if (exact) return said(exact, 0)
  const numbered = part === 0 ? undefined : meaningOf(lineOf(base), sheet)
  if (numbered) {
    const isOurs = part === 1 || numbered.column === undefined || cut.test(numbered.column)
    return said(isOurs ? numbered : { column: undefined, name: numbered.name }, part)
  }
  const counted = countedMeaning(heading, sheet)
  if (counted) return said(counted, 0)
  const near = nearMeaning(heading, sheet)
  return near && { ...said(near, 0), isNear: true }
}

/** Ranks of headings that the dictionary does not list: those of the recipient go before those of nobody. */
const COMPOSED = 5
/** Behind the same in kanji. */
const LATIN = 5000

/** What a heading says of a person. A name of the dictionary means what the dictionary says, whatever its words. */
function personIn(heading: string, sheet: SheetId): Said | undefined {
  const person = partsOfHeading(heading)
  if (!person) return undefined
  const exact = exactMeaningOf(heading, sheet)
  if (!exact && (person.isVague || person.field === 'company')) return undefined
  const column = exact ? exact.column : columnOfPerson(person)
  const isCut = column !== undefined && person.line > 1 && !cut.test(column)
  return {
    column: isCut ? undefined : column,
    rank: exact?.column !== undefined ? exact.rank : COMPOSED + (person.script === 'latin' ? LATIN : 0),
    name: exact?.name ?? heading.trim(),
    isNear: false,
    part: person.line,
    ...(person.half && column !== undefined ? { half: person.half } : {}),
    person,
  }
}

const importerFields: readonly PersonField[] = [
  ...(['name', 'zipCode', 'state', 'city', 'address', 'addressDetail'] as const),
]

/** The column of the sheet that a heading about a person is; undefined where there is none. */
export function columnOfPerson({ party, field, script }: HeadingParts): string | undefined {
  if (script === 'kana' || field === 'company') return undefined
  if (party === 'buyer') return undefined
  if (party === 'sender') return field === 'name' || field === 'contact' ? `sender.${field}` : undefined
  if (field === 'corporateNumber') return 'recipient.importerCorporateNumber'
  if (party !== 'importer') return `recipient.${field}`
  const capital = `${field[0]?.toUpperCase()}${field.slice(1)}`
  return importerFields.includes(field) ? `recipient.importerJapanese${capital}` : undefined
}

const said = (meaning: Meaning, part: number): Said => ({
  column: meaning.column,
  rank: meaning.column === undefined ? 0 : meaning.rank,
  name: meaning.name,
  isNear: false,
  part,
})

/** Line 1 alone is a line of the address, and a line of anything else has no number. */
const lineOf = (base: string): string => (headingKeys(base).plain === 'line' ? 'address line' : base)

/** What a heading says that also says what its numbers are counted in: Price JPY, 重量kg. A unit in money is a price. */
function countedMeaning(heading: string, sheet: SheetId): Meaning | undefined {
  const counted = countedIn(heading)
  if (!counted || counted.bare === '') return undefined
  const found = meaningOf(counted.bare, sheet)
  if (found || sheet === 'products' || counted.currency === undefined) return found
  return /^(per\s*)?(unit|each|pcs?)$/i.test(counted.bare) ? meaningOf('Unit price', sheet) : undefined
}

const number = /^(.*[^\d])(\d)$/su
const halvesOf: readonly (readonly [RegExp, number])[] = [
  [/[上前]\s*[34]\s*桁?$/, 1],
  [/[下後]\s*[34]\s*桁?$/, 2],
]

function withoutNumber(heading: string): { base: string; part: number } {
  const text = heading
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const bare = text.replace(/\s*[([]([^()[\]]*)[)\]]$/, ' $1')
  for (const [pattern, part] of halvesOf) {
    if (pattern.test(bare)) return { base: bare.replace(pattern, ''), part }
  }
  const [, base, digit] = number.exec(text) ?? []
  return base === undefined ? { base: text, part: 0 } : { base, part: Number(digit) }
}
