import type { Row, Table } from '@/lib/files/book/book'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { ColumnRule, Recipe } from '@/lib/import/recipe/recipe'
import { readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import { codeOfValue } from '@/lib/import/recipe/values/value-maps'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import type { DetectedMapping } from './detect-mapping'
import { exactMeaningOfHeading, isCurrencyHeading, saysCurrency } from './dictionary/dictionary'
import { partsOfHeading } from './dictionary/heading-parts'
import { type HeadingTopic, saysAddedGoods, saysCode, topicOfHeading } from './dictionary/heading-topics'
import { currenciesOfFormats, otherCurrencies } from './format-currency'
import { isPlacePart } from './guess/column-rules'
import { guessRecipe } from './guess/guess'
import { readHeading } from './guess/read-heading'
import { columnTexts, mostMatch, valuePatternOf } from './guess/value-patterns'

/** A column with texts about a required subject that is not mapped. */
export interface UnreadColumn {
  /** Position in the file, from 0. */
  readonly column: number
  readonly topic: HeadingTopic
}

/**
 * Columns whose texts an import would silently drop: about the recipient, the order's number or status, the quantity,
 * the price or the product, and mapped to nothing; of an unknown file of products: options, stocks and prices; of any
 * file of products: a foreign currency, because the sheet has no column for it; of a known export of orders: a currency
 * other than the shop's, because prices may be in it. Columns that repeat mapped texts are left out.
 */
export function unreadColumns(
  { unused, headings, header, sheet, mapped, by, recipe, oddPrice }: MappedTable,
  table: Table,
): readonly UnreadColumn[] {
  const isOfProducts = sheets[sheet].recordType === 'product'
  // For a known export most columns are only listed in the summary, so the first rows suffice.
  const endOf = (heading: string) =>
    by === 'guess' || saysAddedGoods(heading)
      ? table.rows.length
      : Math.min(table.rows.length, header + 1 + MAX_ROWS_OF_KNOWN_FILE)
  // Prices that cannot be in the usual currency may be in the one of a column.
  const usual = by === 'recipe' ? (oddPrice?.currency ?? usualCurrency(sheet, recipe)) : undefined
  return unused.flatMap(column => {
    const heading = headings[column] ?? ''
    if (!isOfProducts && usual !== undefined && saysCurrency(heading))
      return hasForeignCurrency(table, header, column, usual) ? { column, topic: 'price' } : []
    if (isOfProducts && isCurrencyHeading(heading))
      return columnTexts(table, header, column).some(isForeignCurrency) ? { column, topic: 'price' } : []
    if (isOfProducts && by !== 'guess') return []
    const topic =
      topicOfHeading(heading, sheet) ??
      topicByTexts(heading, sheet, columnTexts(table, header, column), mappedNames(mapped, table, header))
    if (topic === undefined || (topic === 'product' && ITEM_CODE in mapped && saysCode(heading))) return []
    // A known shop has further numbers, such as those of transactions.
    if (topic === 'number' && by === 'recipe' && sheets[sheet].key in mapped) return []
    const beside = mappedBeside(topic, mapped)
    const inKanji = otherSpelling(heading, mapped)
    const isReadIn = (row: Row) => inKanji.some(at => foldText(row.at(at) ?? '') !== '')
    const isLost = (row: Row) => {
      const text = foldText(row.at(column) ?? '')
      return text !== '' && !isReadIn(row) && !repeats(topic, text, beside, row)
    }
    for (let at = header + 1, end = endOf(heading); at < end; at++) {
      const row = table.rows.at(at)
      if (row && isLost(row)) return { column, topic }
    }
    return []
  })
}

/** Prices of products are in won unless a file names another currency. */
const isForeignCurrency = (text: string): boolean => !isBlank(text) && codeOfValue(text, 'currency') !== 'KRW'

/** Whether a column has the code or the name of another currency than the usual one. */
function hasForeignCurrency({ rows }: Table, header: number, column: number, usual: string): boolean {
  for (let at = header + 1; at < rows.length; at++) {
    const text = (rows.at(at)?.at(column) ?? '').trim()
    const code = codeOfValue(text, 'currency') ?? (/^[a-z]{3}$/i.test(text) ? text : usual)
    if (code !== usual) return true
  }
  return false
}

/** The currency of all prices, if no column of the file has it. */
function usualCurrency(sheet: SheetId, recipe: Recipe): string | undefined {
  if (sheets[sheet].recordType === 'product') return 'KRW'
  const rule = recipe.fields['items[].currency']
  if (rule && 'constant' in rule) return rule.constant
  return rule && 'money' in rule ? rule.usual : undefined
}

type MappedTable = Pick<
  DetectedMapping,
  'unused' | 'headings' | 'header' | 'sheet' | 'mapped' | 'by' | 'recipe' | 'oddPrice'
>

const MAX_ROWS_OF_KNOWN_FILE = 1000

/** For a heading in Latin script: the columns with the same field in another script. */
function otherSpelling(heading: string, mapped: DetectedMapping['mapped']): readonly number[] {
  const person = partsOfHeading(heading)
  return person?.script === 'latin' ? (mapped[`recipient.${person.field}`] ?? []) : []
}

/** Texts that can only be about a person make a column one about the recipient, unless its heading is known. */
function topicByTexts(
  heading: string,
  sheet: SheetId,
  texts: readonly string[],
  names: readonly string[],
): HeadingTopic | undefined {
  if (
    sheets[sheet].recordType === 'product' ||
    partsOfHeading(heading) ||
    exactMeaningOfHeading(heading, sheet)
  )
    return undefined
  const looks = valuePatternOf(texts)
  const isOfPerson =
    looks === 'address' || looks === 'prefecture' || looks === 'phone' || mostMatch(texts, isPlacePart)
  if (isOfPerson) return 'recipient'
  // 一郎 beside 鈴木 is half a name, whatever the column of 鈴木 is called.
  return mostMatch(names, isShortName) && mostMatch(texts, isShortName) ? 'recipient' : undefined
}

/** Texts of the column that the recipient's name comes from, where it is one. */
function mappedNames(
  { 'recipient.name': from = [] }: DetectedMapping['mapped'],
  table: Table,
  header: number,
): readonly string[] {
  const [column, ...others] = from
  return column === undefined || others.length > 0 ? [] : columnTexts(table, header, column)
}

/** Whether a text is so short that it may be half a name. */
const isShortName = (text: string): boolean =>
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,3}|\p{Script=Hangul}{1,2}|\p{Script=Latin}+)$/u.test(
    text,
  )

const mappedAbout: Readonly<Record<HeadingTopic, RegExp>> = {
  recipient: /^recipient\./,
  number: /mallOrderNumber$/,
  status: /^$/,
  quantity: /quantity$/i,
  price: /price$/i,
  product: /^items\[\]\.(name|itemCode)$|productOption(?:Group)?Name$/,
  taxNumber: /^$/,
}

/** Columns of the file that are mapped to columns with this subject. */
const mappedBeside = (topic: HeadingTopic, mapped: DetectedMapping['mapped']): readonly number[] =>
  Object.entries(mapped).flatMap(([id, from]) => (mappedAbout[topic].test(id) ? from : []))

function repeats(topic: HeadingTopic, text: string, beside: readonly number[], row: Row): boolean {
  const others = beside.map(column => foldText(row.at(column) ?? ''))
  if (topic === 'recipient') return others.join('').includes(text)
  // The name of a product often ends with its option; a size of one letter is in every name.
  if (topic === 'product' && text.length > 1) return others.some(other => other.includes(text))
  const amount = amountOf(text)
  // A surcharge of 0 does not change the price, and nothing was refunded or shipped.
  if (amount === '0' && topic !== 'number') return true
  if (topic === 'status') return saysNo.test(text)
  return others.some(other => other === text || (amount !== undefined && amountOf(other) === amount))
}

/** A status that did not happen. */
const saysNo = /^(?:n|no|false|x|아니오|아니요|없음|미설정|いいえ|なし|無)$/

function amountOf(text: string): string | undefined {
  const amount = readDecimal(text)
  return amount && writeDecimal(amount)
}

const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s'\p{Pd}−ー,]/gu, '')
    .toLowerCase()

/**
 * Whether a file can be imported without asking: its mapping is certain, and no required text would be dropped.
 * @param unread result of `unreadColumns`
 */
export function isSureMapping(
  { by, drift, header, headings, sheet, recipe, mapped }: DetectedMapping,
  table: Table | undefined,
  unread: readonly UnreadColumn[],
): boolean {
  if (by === 'own') return true
  if (by === 'remembered') return drift === undefined
  if (!table) return by !== 'guess'
  // An operator can map a tax number to nothing: it is only named.
  if (by === 'guess')
    return unread.every(({ topic }) => topic === 'taxNumber') && guessRecipe(table, header, sheet).isSure
  const columns = new ColumnsByHeading(headings)
  if (joined.some(id => isHalfThere(recipe.fields[id], columns))) return false
  if (hasOtherCurrencies({ sheet, recipe, mapped, header }, table)) return false
  const isOfOrders = sheets[sheet].recordType === 'order'
  const isAsked = (heading: string) => saysCurrency(heading) || saysAddedGoods(heading)
  if (isOfOrders && unread.some(({ column }) => isAsked(headings[column] ?? ''))) return false
  // Which of two columns with the same heading has the address that counts, the recipe cannot know.
  const read = new Set(Object.values(mapped).flat())
  if (isOfOrders && unread.some(({ column }) => read.has(headings.indexOf(firstOfSame(headings[column])))))
    return false
  // The operator is asked about a column of a shop that its recipe lacks.
  return !unread.some(({ column }) => {
    const id = readHeading(headings[column] ?? '', sheet)?.column
    return id !== undefined && delivery.includes(id) && !Object.hasOwn(mapped, id)
  })
}

/** The heading that a later column repeats: 주소 of 주소 (2); '' for other headings. */
const firstOfSame = (heading = ''): string => /^(.+) \(\d+\)$/s.exec(heading)?.[1] ?? ''

/** Whether the formats of prices name another currency than the one that the mapping gives them. */
function hasOtherCurrencies(
  { sheet, recipe, mapped, header }: Pick<DetectedMapping, 'sheet' | 'recipe' | 'mapped' | 'header'>,
  table: Table,
): boolean {
  const isOfProducts = sheets[sheet].recordType === 'product'
  const usual = usualCurrency(sheet, recipe)
  if (usual === undefined) return false
  const prices = (isOfProducts ? ['productPrice', 'discountedProductPrice'] : ['items[].price']).flatMap(
    id => mapped[id] ?? [],
  )
  return prices.some(column => otherCurrencies(currenciesOfFormats(table, header, column), usual).length > 0)
}

/** Columns of the sheet that files split into several columns; all of these are required. */
const joined = ['recipient.name', 'recipient.contact', 'recipient.zipCode']
/** Columns of the sheet that a delivery requires. */
const delivery = [...joined, 'recipient.country', 'recipient.address', 'recipient.addressDetail']

/** Whether a rule joins columns, and the file has only some of them. */
function isHalfThere(rule: ColumnRule | undefined, columns: ColumnsByHeading): boolean {
  if (rule && 'firstOf' in rule) {
    const [first] = rule.firstOf
    return isHalfThere(first, columns)
  }
  if (!rule || !('join' in rule)) return false
  const found = rule.join.filter(spellings => columns.find(spellings) !== undefined)
  return found.length > 0 && found.length < rule.join.length
}
