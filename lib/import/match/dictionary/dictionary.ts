import { fullHeading, plainHeading } from '@/lib/import/recipe/columns-by-heading'
import type { Headings } from '@/lib/import/recipe/recipe'
import type { Column } from '@/lib/sheet/schema/columns'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { itemEntries } from './items'
import { type DictionaryEntry, type HeadingLanguage, headingLanguages } from './languages'
import { namesByWordsKey, orderEntries } from './orders'
import { otherNames } from './others'
import { parties } from './parties'
import { productEntries } from './products'

/** The dictionary: ids mean the same in both sheets of orders, and products share none with them. */
const dictionaryEntries: Readonly<Record<string, DictionaryEntry>> = {
  ...orderEntries,
  ...itemEntries,
  ...productEntries,
}

/**
 * Every name of a column, the likeliest of each language first: 주문번호, 注文番号, Order number, then the rest.
 * Compare by `headingKeys`. @throws on an id that no sheet has
 */
export function headingsOf(columnId: string): Headings {
  const { ko, ja, en } = entryOf(columnId)
  return [...new Set([ko[0], ja[0], en[0], ...ko, ...ja, ...en].filter(name => name !== undefined))]
}

/**
 * The name of a column in our own files, in one language; unique within its sheet.
 * @throws on an id that no sheet has
 */
export function headingOf({ id, wordsKey = '' }: NamedColumn, language: HeadingLanguage): string {
  const [name = id] = (namesByWordsKey[wordsKey] ?? entryOf(id))[language]
  return name
}

type NamedColumn = Pick<Column, 'id' | 'wordsKey'>

/**
 * Every name that a column has in our own files, in any language; with the names that another sheet gives it, which
 * earlier versions wrote on each sheet.
 */
export const ownHeadingsOf = (columnId: string): readonly string[] => [
  ...new Set(
    allColumns
      .filter(column => column.id === columnId)
      .flatMap(column => headingLanguages.map(language => headingOf(column, language))),
  ),
]

const allColumns = Object.values(sheets).flatMap(sheet => sheet.columns)

function entryOf(columnId: string): DictionaryEntry {
  const entry = dictionaryEntries[columnId]
  if (!entry) throw new Error(`the dictionary has no names for ${columnId}`)
  return entry
}

/**
 * Keys by which headings are compared: `full` with notes in brackets, `plain` without. Punctuation between words is
 * removed, so that order-id, Order_ID and 주문 번호: are found, and so is the number of a form: 2. 주문번호.
 */
export function headingKeys(heading: string): { readonly full: string; readonly plain: string } {
  const keyOf = (text: string) => text.replace(formNumber, '').replaceAll(separators, '')
  return { full: keyOf(fullHeading(heading)), plain: keyOf(plainHeading(heading)) }
}

const formNumber = /^\d{1,2}[.)](?=\p{L})/u

const separators = /[\p{Pd}_./\\:;,|'"’・·#]/gu

/** The meaning of a heading. */
export type Meaning =
  /** `rank` is the place of the name in its list: if two headings mean the same column, the smaller rank wins. */
  | { readonly column: string; readonly rank: number; readonly name: string }
  /** A known heading without a column in this sheet. */
  | { readonly column: undefined; readonly name: string }

/** The meaning of a heading in a sheet; undefined if the dictionary lacks it. Ignores spelling, but allows no typos. */
export function meaningOfHeading(heading: string, sheet: SheetId): Meaning | undefined {
  return (
    (trailingNumberSign.test(heading)
      ? lookUpSpelling(heading.replace(trailingNumberSign, ' no'), sheet)
      : undefined) ??
    lookUpSpelling(heading, sheet) ??
    lookUpInTwoLanguages(heading, sheet)
  )
}

/** The meaning of a heading in two languages, such as `商品名 / Item`. The dictionary may have only one of the two. */
function lookUpInTwoLanguages(heading: string, sheet: SheetId): Meaning | undefined {
  const [one = '', other = '', ...more] = heading.split(/[/／|\n]/)
  if (more.length > 0 || isLatin(one) === isLatin(other)) return undefined
  const [first, second] = [lookUpSpelling(one, sheet), lookUpSpelling(other, sheet)]
  return first && second && first.column !== second.column ? undefined : (first ?? second)
}

const isLatin = (text: string): boolean => /^[\x20-\x7e]*[a-z][\x20-\x7e]*$/i.test(text.trim())

/** The meaning of a heading that equals a name of the dictionary, including its notes in brackets. */
export const exactMeaningOfHeading = (heading: string, sheet: SheetId): Meaning | undefined =>
  indexFor(sheet).byFull.get(headingKeys(heading).full)

/** Whether a heading names the currency of prices. Products have no column for it, but their files may. */
export const isCurrencyHeading = (heading: string): boolean =>
  meaningOfHeading(heading, 'orders/japan')?.column === 'items[].currency'

/** Whether a heading names the currency of prices exactly: 통화, Currency; not 결제통화, the one that the buyer paid in. */
export function isPriceCurrencyHeading(heading: string): boolean {
  const meaning = exactMeaningOfHeading(heading, 'orders/japan')
  return meaning?.column === 'items[].currency' && !paymentCurrencies.has(meaning.name)
}

const paymentCurrencies: ReadonlySet<string> = new Set(['결제통화'])

/** Whether a heading may name any currency: also 정산 통화 and Settlement currency. 통화 means a call, too. */
export const saysCurrency = (heading: string): boolean =>
  isCurrencyHeading(heading) || /통화|화폐|通貨|currency/i.test(heading.normalize('NFKC'))

/** "Item #" is the number of an item, not an item. */
const trailingNumberSign = /(?<=[^\s#＃])\s*[#＃]\s*$/

function lookUpSpelling(heading: string, sheet: SheetId): Meaning | undefined {
  const { full, plain } = headingKeys(heading)
  const { byFull, byPlain } = indexFor(sheet)
  const whose = partyInBrackets(heading)
  return (
    byFull.get(full) ??
    (whose ? byPlain.get(whose + plain) : undefined) ??
    byPlain.get(plain) ??
    byPlain.get(plain.replaceAll(possessiveParticle, ''))
  )
}

/** Particles for "of": お届け先のご住所, 상품의 이름. */
const possessiveParticle = /(?<=.)[の의](?=.)/gu

/** The party in a note in brackets: 전화번호(주문자) is the telephone number of the orderer. */
function partyInBrackets(heading: string): string | undefined {
  const note = /[([【〔]([^()[\]【】〔〕]*)[)\]】〕]/
    .exec(fullHeading(heading))?.[1]
    ?.replaceAll(separators, '')
  return note !== undefined && partyNames.has(note) ? note : undefined
}

const partyNames = new Set(
  Object.values(parties).flatMap(({ who, destination }) =>
    headingLanguages
      .flatMap(language => [...who[language], ...destination[language]])
      .map(name => headingKeys(name).plain),
  ),
)

/** All names of a sheet's columns by their plain key, for fuzzy matching. */
export const namesOfSheet = (sheet: SheetId): ReadonlyMap<string, Meaning> => indexFor(sheet).byPlain

interface HeadingIndex {
  readonly byFull: ReadonlyMap<string, Meaning>
  /** Excludes names that differ only in their brackets. */
  readonly byPlain: ReadonlyMap<string, Meaning>
}

const indexes = new Map<SheetId, HeadingIndex>()

function indexFor(sheet: SheetId): HeadingIndex {
  const index = indexes.get(sheet) ?? buildIndex(sheet)
  indexes.set(sheet, index)
  return index
}

function buildIndex(sheet: SheetId): HeadingIndex {
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
    // Column ids are names, too; a program may write them without brackets.
    for (const path of [id, id.replaceAll('[]', '')]) add(path, { column: id, rank: 0, name: path })
  }
  for (const name of otherNames) add(name, { column: undefined, name })
  if (sheet !== 'products') addOtherSheets(add, sheet)
  return { byFull, byPlain }
}

/** Marks headings of another sheet of the same kind as known, without a column. */
function addOtherSheets(add: (name: string, meaning: Meaning) => void, sheet: SheetId): void {
  const own = new Set(sheets[sheet].columns.map(column => column.id))
  for (const id of Object.keys({ ...orderEntries, ...itemEntries })) {
    if (own.has(id)) continue
    for (const name of headingsOf(id)) add(name, { column: undefined, name })
  }
}
