import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { itemEntries } from './dictionary-items'
import { orderEntries } from './dictionary-orders'
import { otherNames } from './dictionary-others'
import { parties } from './dictionary-parties'
import { productEntries } from './dictionary-products'
import { fullHeading, plainHeading } from './heading'
import { type Entry, type HeadingLanguage, headingLanguages } from './languages'
import type { Headings } from './recipe'

/** The dictionary: ids mean the same in both sheets of orders, and products share none with them. */
const entries: Readonly<Record<string, Entry>> = { ...orderEntries, ...itemEntries, ...productEntries }

/**
 * Every name of a column, the likeliest of each language first: 주문번호, 注文番号, Order number, then the rest.
 * Compare by `headingKeys`. @throws on an id that no sheet has
 */
export function headingsOf(columnId: string): Headings {
  const { ko, ja, en } = entryOf(columnId)
  return [...new Set([ko[0], ja[0], en[0], ...ko, ...ja, ...en].filter(name => name !== undefined))]
}

/** What our own files call a column in a language; unique within a sheet. @throws on an id that no sheet has */
export function headingOf(columnId: string, language: HeadingLanguage): string {
  return entryOf(columnId)[language][0] ?? columnId
}

function entryOf(columnId: string): Entry {
  const entry = entries[columnId]
  if (!entry) throw new Error(`the dictionary has no names for ${columnId}`)
  return entry
}

/**
 * Spellings by which headings meet: with what stands in brackets, and without. Punctuation that programs put between
 * words is gone, so that order-id, Order_ID and 주문 번호: are found.
 */
export function headingKeys(heading: string): { readonly full: string; readonly plain: string } {
  return {
    full: fullHeading(heading).replaceAll(between, ''),
    plain: plainHeading(heading).replaceAll(between, ''),
  }
}

const between = /[\p{Pd}_./\\:;,|'"’・·#]/gu

/** What a heading says. */
export type Meaning =
  /** `rank` is the place of the name in its list: where two headings name one column, the smaller is meant. */
  | { readonly column: string; readonly rank: number; readonly name: string }
  /** Known, and none of the sheet's columns. */
  | { readonly column: undefined; readonly name: string }

/** Finds what a heading says in a sheet; undefined where the dictionary does not know it. Spelling aside: exact. */
export function meaningOf(heading: string, sheet: SheetId): Meaning | undefined {
  return (
    (counted.test(heading) ? spelled(heading.replace(counted, ' no'), sheet) : undefined) ??
    spelled(heading, sheet)
  )
}

/** What a heading says that is spelt, with its notes in brackets, as one of the dictionary's names. */
export const exactMeaningOf = (heading: string, sheet: SheetId): Meaning | undefined =>
  indexOf(sheet).byFull.get(headingKeys(heading).full)

/** Item # is the item's number, and no item. */
const counted = /(?<=[^\s#＃])\s*[#＃]\s*$/

function spelled(heading: string, sheet: SheetId): Meaning | undefined {
  const { full, plain } = headingKeys(heading)
  const { byFull, byPlain } = indexOf(sheet)
  const whose = partyInBrackets(heading)
  return (
    byFull.get(full) ??
    (whose ? byPlain.get(whose + plain) : undefined) ??
    byPlain.get(plain) ??
    byPlain.get(plain.replaceAll(of, ''))
  )
}

/** Of: お届け先のご住所, 상품의 이름. */
const of = /(?<=.)[の의](?=.)/gu

/** Whom a note in brackets names: 전화번호(주문자) is the orderer's, not anybody's. */
function partyInBrackets(heading: string): string | undefined {
  const note = /[([【〔]([^()[\]【】〔〕]*)[)\]】〕]/.exec(fullHeading(heading))?.[1]?.replaceAll(between, '')
  return note !== undefined && partyNames.has(note) ? note : undefined
}

const partyNames = new Set(
  Object.values(parties).flatMap(({ who, whither }) =>
    headingLanguages
      .flatMap(language => [...who[language], ...whither[language]])
      .map(name => headingKeys(name).plain),
  ),
)

/** All names of a sheet's columns by spelling, for those who look for what is nearly one. */
export const namesIn = (sheet: SheetId): ReadonlyMap<string, Meaning> => indexOf(sheet).byPlain

interface Index {
  readonly byFull: ReadonlyMap<string, Meaning>
  /** Without names that only their brackets tell apart. */
  readonly byPlain: ReadonlyMap<string, Meaning>
}

const indexes = new Map<SheetId, Index>()

function indexOf(sheet: SheetId): Index {
  const index = indexes.get(sheet) ?? build(sheet)
  indexes.set(sheet, index)
  return index
}

function build(sheet: SheetId): Index {
  const byFull = new Map<string, Meaning>()
  const byPlain = new Map<string, Meaning>()
  const add = (name: string, meaning: Meaning) => {
    const { full, plain } = headingKeys(name)
    if (full === '') return
    if (!byFull.has(full)) byFull.set(full, meaning)
    if (full === plain && !byPlain.has(plain)) byPlain.set(plain, meaning)
  }
  for (const { id } of sheets[sheet].columns) {
    headingsOf(id).forEach((name, rank) => {
      add(name, { column: id, rank, name })
    })
    // Paths are names too (face.md); without their brackets they are what a program may write.
    for (const path of [id, id.replaceAll('[]', '')]) add(path, { column: id, rank: 0, name: path })
  }
  for (const name of otherNames) add(name, { column: undefined, name })
  if (sheet !== 'products') addForeign(add, sheet)
  return { byFull, byPlain }
}

/** A column that another sheet of the same kind has is known here, as none of this one's. */
function addForeign(add: (name: string, meaning: Meaning) => void, sheet: SheetId): void {
  const own = new Set(sheets[sheet].columns.map(column => column.id))
  for (const id of Object.keys({ ...orderEntries, ...itemEntries })) {
    if (own.has(id)) continue
    for (const name of headingsOf(id)) add(name, { column: undefined, name })
  }
}
