import type { SheetId } from '@/lib/sheet/sheets'
import { ColumnsByHeading } from './columns-by-heading'
import { type Concern, concernOf, saysCode } from './concerns'
import { readDecimal, writeDecimal } from './decimals'
import { exactMeaningOf } from './dictionary'
import { guess } from './guess'
import { readHeading } from './guess-headings'
import { isPlacePart } from './guess-rules'
import { looksOf, most, textsOf } from './guess-values'
import { partsOfHeading } from './heading-parts'
import type { Understood } from './imported'
import type { Rule } from './recipe'
import type { Row, Table } from './table'

/** A column of the file that has texts, is about something that every order needs, and is taken nowhere. */
export interface UnreadColumn {
  /** Place in the file, from 0. */
  readonly column: number
  readonly concern: Concern
}

/**
 * The columns that the lines of a file would silently lose: about the recipient, the order's number or status, the
 * quantity, the price or the product, with texts, and mapped to nothing. One that only repeats what is mapped loses nothing.
 */
export function unreadColumns(
  {
    unused,
    headings,
    header,
    sheet,
    fed,
  }: Pick<Understood, 'unused' | 'headings' | 'header' | 'sheet' | 'fed'>,
  table: Table,
): readonly UnreadColumn[] {
  return unused.flatMap(column => {
    const heading = headings[column] ?? ''
    const concern =
      concernOf(heading, sheet) ??
      concernByTexts(heading, sheet, textsOf(table, header, column), namesIn(fed, table, header))
    if (concern === undefined || (concern === 'product' && CODE in fed && saysCode(heading))) return []
    const beside = mappedBeside(concern, fed)
    const isLost = (row: Row) => {
      const text = fold(row.at(column) ?? '')
      return text !== '' && !repeats(concern, text, beside, row)
    }
    for (let at = header + 1; at < table.rows.length; at++) {
      const row = table.rows.at(at)
      if (row && isLost(row)) return { column, concern }
    }
    return []
  })
}

const CODE = 'items[].itemCode'

/** Texts that can only be of a person make a column about the recipient, whatever its heading, unless that is known. */
function concernByTexts(
  heading: string,
  sheet: SheetId,
  texts: readonly string[],
  names: readonly string[],
): Concern | undefined {
  if (partsOfHeading(heading) || exactMeaningOf(heading, sheet)) return undefined
  const looks = looksOf(texts)
  const isOfPerson =
    looks === 'address' || looks === 'prefecture' || looks === 'phone' || most(texts, isPlacePart)
  if (isOfPerson) return 'recipient'
  // 一郎 beside 鈴木 is half a name, whatever the column of 鈴木 is called.
  return most(names, isShortName) && most(texts, isShortName) ? 'recipient' : undefined
}

/** Texts of the column that the recipient's name comes from, where it is one. */
function namesIn(
  { 'recipient.name': from = [] }: Understood['fed'],
  table: Table,
  header: number,
): readonly string[] {
  const [column, ...others] = from
  return column === undefined || others.length > 0 ? [] : textsOf(table, header, column)
}

/** Whether a text is so short that it may be half a name. */
const isShortName = (text: string): boolean =>
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,3}|\p{Script=Hangul}{1,2}|\p{Script=Latin}+)$/u.test(
    text,
  )

const mappedAbout: Readonly<Record<Concern, RegExp>> = {
  recipient: /^recipient\./,
  number: /mallOrderNumber$/,
  status: /^$/,
  quantity: /quantity$/,
  price: /\.price$/,
  product: /^items\[\]\.(name|itemCode)$/,
}

/** Columns of the file that are mapped to what a concern is about. */
const mappedBeside = (concern: Concern, fed: Understood['fed']): readonly number[] =>
  Object.entries(fed).flatMap(([id, from]) => (mappedAbout[concern].test(id) ? from : []))

function repeats(concern: Concern, text: string, beside: readonly number[], row: Row): boolean {
  const said = beside.map(column => fold(row.at(column) ?? ''))
  if (concern === 'recipient') return said.join('').includes(text)
  const amount = amountOf(text)
  // A surcharge of 0 costs nothing.
  if (concern === 'price' && amount === '0') return true
  return said.some(other => other === text || (amount !== undefined && amountOf(other) === amount))
}

function amountOf(text: string): string | undefined {
  const amount = readDecimal(text)
  return amount && writeDecimal(amount)
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s'\p{Pd}−ー,]/gu, '')
    .toLowerCase()

/**
 * Whether the lines of a file may come without a question: what it says is known, and nothing that every order needs
 * would be lost.
 * @param unread what `unreadColumns` found
 */
export function isSure(
  { by, drift, header, headings, sheet, recipe, fed }: Understood,
  table: Table | undefined,
  unread: readonly UnreadColumn[],
): boolean {
  if (by === 'own') return true
  if (by === 'remembered') return drift === undefined
  if (!table) return by !== 'guess'
  if (by === 'guess') return unread.length === 0 && guess(table, header, sheet).isSure
  const columns = new ColumnsByHeading(headings)
  if (joined.some(id => isHalfThere(recipe.fields[id], columns))) return false
  // What a shop's own columns would say, and a recipe for it does not know by this name, is asked.
  return !unread.some(({ column }) => {
    const id = readHeading(headings[column] ?? '', sheet)?.column
    return id !== undefined && delivery.includes(id) && !Object.hasOwn(fed, id)
  })
}

/** Columns of the sheet that files cut into several, none of which may be missing. */
const joined = ['recipient.name', 'recipient.contact', 'recipient.zipCode']
/** Columns of the sheet without which no parcel arrives. */
const delivery = [...joined, 'recipient.address', 'recipient.addressDetail']

/** Whether a rule joins columns of which the file has some, and others not. */
function isHalfThere(rule: Rule | undefined, columns: ColumnsByHeading): boolean {
  if (rule && 'firstOf' in rule) {
    const [first] = rule.firstOf
    return isHalfThere(first, columns)
  }
  if (!rule || !('join' in rule)) return false
  const found = rule.join.filter(spellings => columns.find(spellings) !== undefined)
  return found.length > 0 && found.length < rule.join.length
}
