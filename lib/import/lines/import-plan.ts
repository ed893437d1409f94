import type { Row, Rows, Table } from '@/lib/files/book/book'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { isOrderIdFile } from '@/lib/import/match/native-template'
import { tableStructure } from '@/lib/import/match/table/structure'
import { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { carriedProductColumns, hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Expander } from '@/lib/import/recipe/options/expander'
import { expanders } from '@/lib/import/recipe/options/expanders'
import type { ShopState } from '@/lib/import/recipe/recipe'
import {
  type CompiledRule,
  compileRule,
  readingCodes,
  textOfValue,
} from '@/lib/import/recipe/values/compile-rule'
import { statusMeaning } from '@/lib/import/recipe/values/order-status'
import { valueKey } from '@/lib/sheet/schema/choices/codes-by-name'
import type { CellKindName } from '@/lib/sheet/schema/columns'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { GroupingRule } from './group-rows'
import { itemsOfRow } from './packed-rows'
import { ShopStateReader, type StateContext } from './skipped-orders'

/**
 * Notices above the header, totals at the end or of an order, rows that the recipe leaves out, and fees that are
 * written as items.
 */
export type LeftOutReason = 'notice' | 'total' | 'skipped' | 'fee' | 'unshipped'

/** A column of the sheet that is mapped to columns of the file. */
export interface MappedField {
  readonly id: string
  readonly reader: CompiledRule
}

/** A recipe prepared for one table. */
export interface ImportPlan {
  readonly columns: ColumnsByHeading
  readonly record: readonly MappedField[]
  readonly item: readonly MappedField[]
  /** The column of the record's number; every line has it. */
  readonly key: string
  readonly number: CompiledRule | undefined
  /** The shop's own number, if the record has another number. */
  readonly shopNumber: CompiledRule | undefined
  /** Positions of the columns with the shop's dispatch limit; the first text counts. */
  readonly dispatchBy: readonly number[]
  readonly grouping: GroupingRule
  /**
   * The items of a row whose cells contain several: the row once for each item, with only this item. Undefined for
   * files with a row per item.
   */
  readonly itemsOf: ((row: Row) => readonly Row[]) | undefined
  /** Reads the shop's state of rows; undefined if no column contains it. */
  readonly states: ShopStateReader | undefined
  /** Whether every text is imported as it is, as in files that we wrote. */
  readonly isVerbatim: boolean
  /** Makes the lines of products whose options are not one row each. */
  readonly expander: Expander | undefined
  /** Record columns that are read from the row that has the prices. */
  readonly priced: ReadonlySet<string>
  /** Positions of rows that are lines, or belong to a record, in the order of the file. */
  readonly positions: readonly number[]
  /**
   * Positions of fees that are written as items, of items that are not shipped, and of rows that sum up an order. They
   * become no lines, but belong to a record, because the first row of an order may be one of them and have its number
   * and recipient.
   */
  readonly withoutLine: ReadonlySet<number>
  readonly leftOut: readonly { readonly row: number; readonly why: LeftOutReason }[]
}

/** Prefix that separates order numbers from cart numbers; it does not occur in files. */
const NO_CART_PREFIX = '\u0001'

/** Prepares the recipe of a table for its rows. */
export function planImport(table: Table, mapping: DetectedMapping): ImportPlan {
  const { recipe, sheet: id, header, headings } = mapping
  const sheet = sheets[id]
  const columns = new ColumnsByHeading(headings)
  const fieldOf = (column: string): MappedField[] => {
    const rule = Object.hasOwn(recipe.fields, column) ? recipe.fields[column] : undefined
    const reader = rule && compileRule(rule, columns)
    const known = sheet.columns.find(({ id }) => id === column)
    return reader ? [{ id: column, reader: known ? readingCodes(reader, known) : reader }] : []
  }
  const of = (scope: 'record' | 'item') =>
    sheet.columns
      .filter(column => column.scope === scope && column.id !== sheet.key)
      .flatMap(c => fieldOf(c.id))
  const [number] = fieldOf(sheet.key)
  const group = recipe.group && columns.find(recipe.group)
  const apart = recipe.apart && columns.find(recipe.apart)
  const key = group ?? number?.reader.from[0]
  const expander =
    recipe.options && sheet.recordType === 'product'
      ? expanders[recipe.options](table.rows, columns)
      : undefined
  const isOurs = isWrittenByUs(mapping) || mapping.isCompared === true
  const { first, end, nonLines } = tableStructure(table, header, key, isOurs)
  const leftOut: { row: number; why: LeftOutReason }[] = nonLines.map(({ position, why }) => ({
    row: table.numbers[position] ?? position + 1,
    why,
  }))
  const notLines = new Set(nonLines.map(({ position }) => position))
  const isSkipped = skipRowTest(recipe.skip ?? [], columns)
  // Each row of a file that is compared is one line.
  const itemsOf = mapping.isCompared ? undefined : itemsOfRow(recipe, columns)
  // A row with several items is not a fee, whatever one of them is called.
  const isFee = isOurs || itemsOf ? () => false : feeRowTest(fieldOf)
  const isUnshipped = unshippedTest(recipe.unshipped, columns, table.rows, first, end)
  const isRemark = remarkTest(mapping, key)
  const positions: number[] = []
  const withoutLine = new Set<number>()
  for (let position = first; position < end; position++) {
    if (notLines.has(position)) continue
    const row = table.rows.at(position) ?? []
    const withoutGoods = isUnshipped(row) ? 'unshipped' : isFee(row) ? 'fee' : undefined
    if (isSkipped(row) || expander?.isLeftOut?.(row)) {
      leftOut.push({ row: table.numbers[position] ?? position + 1, why: 'skipped' })
    } else if (withoutGoods) {
      leftOut.push({ row: table.numbers[position] ?? position + 1, why: withoutGoods })
      withoutLine.add(position)
      positions.push(position)
    } else if (isRemark(row)) {
      leftOut.push({ row: table.numbers[position] ?? position + 1, why: 'notice' })
    } else positions.push(position)
  }
  const cell = (column: number) => (row: Row) => row.at(column) ?? ''
  const identifying = identifyingColumns[sheet.recordType].flatMap(fieldOf)
  const shopNumber = fieldOf(hiddenColumns.number)[0]?.reader
  // A row without a cart is an order with its own number; the prefix separates it from a cart with this number.
  const alone = shopNumber ?? number?.reader
  const cart = (column: number) => (row: Row) => {
    const own = row.at(column)?.trim() || !alone ? '' : textOfValue(alone.read(row)).trim()
    return own === '' ? (row.at(column) ?? '') : `${NO_CART_PREFIX}${own}`
  }
  const groupOf = expander?.groupOf
    ? expander.groupOf
    : group === undefined
      ? (row: Row) => (number ? textOfValue(number.reader.read(row)) : '')
      : cart(group)
  const sums = isOurs ? [] : sumsOfOrders(table, { recipe, columns, groupOf, positions, withoutLine })
  for (const position of sums) {
    leftOut.push({ row: table.numbers[position] ?? position + 1, why: 'total' })
    withoutLine.add(position)
  }
  return {
    columns,
    record: of('record'),
    item: [...of('item'), ...(sheet.recordType === 'product' ? carriedProductColumns.flatMap(fieldOf) : [])],
    key: sheet.key,
    number: number?.reader,
    shopNumber,
    dispatchBy:
      sheet.recordType === 'order'
        ? (recipe.dispatchBy ?? []).flatMap(headings => columns.find(headings) ?? [])
        : [],
    grouping: {
      groupOf,
      parcelOf: apart === undefined ? undefined : cell(apart),
      continues: recipe.continues === true,
      contradicts: expander?.groupOf ? () => false : contradictionTest(identifying),
    },
    itemsOf,
    states: shopStatesOf(table, { recipe, sheet: id, headings }, columns, {
      hasRecipient: row => identifying.some(({ reader }) => !isBlank(textOfValue(reader.read(row)))),
      numberOf: row => (alone ? textOfValue(alone.read(row)).trim() : ''),
    }),
    isVerbatim: isOurs,
    expander,
    priced: new Set(sheet.columns.filter(column => column.group === 'price').map(column => column.id)),
    positions,
    withoutLine,
    leftOut: leftOut.toSorted((a, b) => a.row - b.row),
  }
}

/** Reads the shop's state of the rows of a table; undefined if neither a column nor the table name contains it. */
function shopStatesOf(
  table: Table,
  { recipe, sheet, headings }: Pick<DetectedMapping, 'recipe' | 'sheet' | 'headings'>,
  columns = new ColumnsByHeading(headings),
  ofRows: Pick<StateContext, 'hasRecipient' | 'numberOf'> = { hasRecipient: () => false, numberOf: () => '' },
): ShopStateReader | undefined {
  const isOfProducts = sheets[sheet].recordType === 'product'
  const rules = isOfProducts
    ? { states: (recipe.states ?? []).filter(rule => 'means' in rule && rule.means === 'unlisted') }
    : recipe
  const ofTable = isOfProducts ? undefined : stateOfTable(table.name)
  if (rules.states?.length === 0 || (!rules.states && !ofTable)) return undefined
  return new ShopStateReader(rules, columns, table.rows, headings, { ofTable, ...ofRows, isOfProducts })
}

/** The state that the name of a sheet or of a file in an archive gives to all its orders: 취소 or キャンセル.csv. */
function stateOfTable(name: string): ShopState | undefined {
  const bare = name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z]{2,4}$/i, '')
    .replaceAll(/[\d_\s()-]+$/g, '')
  const means = bare === '' ? undefined : statusMeaning(bare, { kind: 'status', subject: 'order' })
  return means === 'cancelled' || means === 'unpaid' ? means : undefined
}

/** Whether we wrote all rows of a file: a template, or a download of lines or order ids. */
export const isWrittenByUs = ({ by, headings }: Pick<DetectedMapping, 'by' | 'headings'>): boolean =>
  by === 'own' || isOrderIdFile(headings)

/** Columns that are equal in all rows of a record. */
const identifyingColumns: Readonly<Record<'order' | 'product', readonly string[]>> = {
  order: ['recipient.name', 'recipient.zipCode', 'recipient.address'],
  product: ['productName'],
}

/**
 * Finds rows whose identifying texts are not those of the first row of a record, apart from width, case and repeated
 * blanks. A blank text contradicts nothing, unless the record has no such text at all.
 */
function contradictionTest(fields: readonly MappedField[]): GroupingRule['contradicts'] {
  const textsIn = (one: Row) => fields.map(({ reader }) => valueKey(textOfValue(reader.read(one))))
  let lastFirst: Row | undefined
  let before: readonly string[] = []
  return (row, first) => {
    if (first !== lastFirst) {
      lastFirst = first
      before = textsIn(first)
    }
    const own = textsIn(row)
    if (before.every(text => text === '')) return own.some(text => text !== '')
    return own.some((text, at) => text !== '' && before[at] !== '' && text !== before[at])
  }
}

/** What finds the rows that sum up an order. */
interface SumSearch {
  readonly recipe: Pick<DetectedMapping['recipe'], 'summedWithout'>
  readonly columns: ColumnsByHeading
  readonly groupOf: GroupingRule['groupOf']
  readonly positions: readonly number[]
  readonly withoutLine: ReadonlySet<number>
}

/** Positions of rows without an item, whose order has rows with items (`Recipe.summedWithout`). */
function sumsOfOrders(
  { rows }: Table,
  { recipe: { summedWithout = [] }, columns, groupOf, positions, withoutLine }: SumSearch,
): readonly number[] {
  const items = summedWithout.flatMap(spellings => columns.find(spellings) ?? [])
  if (items.length === 0) return []
  const keyAt = (position: number) => groupOf(rows.at(position) ?? []).trim()
  const hasItem = (position: number) =>
    items.some(column => (rows.at(position)?.at(column) ?? '').trim() !== '')
  const sums = positions.filter(position => !hasItem(position) && keyAt(position) !== '')
  if (sums.length === 0) return []
  const withItems = new Set(
    positions.filter(position => hasItem(position) && !withoutLine.has(position)).map(keyAt),
  )
  return sums.filter(position => withItems.has(keyAt(position)))
}

/** Finds rows that have the name of a fee and no product code. */
function feeRowTest(fieldOf: (column: string) => MappedField[]): (row: Row) => boolean {
  const [name] = fieldOf('items[].name')
  const [code] = fieldOf(ITEM_CODE)
  if (!name) return () => false
  const textIn = (field: MappedField, row: Row) => textOfValue(field.reader.read(row)).trim()
  const [first = -1, ...others] = name.reader.from
  // A name from a single column is read directly, because 100,000 rows are tested and few names are that short.
  const mayBe = (row: Row) => others.length > 0 || (row.at(first) ?? '').length <= MAX_FEE_LENGTH
  return row => mayBe(row) && isFeeName(textIn(name, row)) && (!code || textIn(code, row) === '')
}

/**
 * Finds remarks such as "3 records downloaded" below the orders: a row without a key, with a single text, in a column
 * that is not imported, or with a sentence in one of numbers. Its line would have no text that can be read.
 */
function remarkTest(
  { unused, isCompared, mapped, sheet }: DetectedMapping,
  key: number | undefined,
): (row: Row) => boolean {
  if (key === undefined || isCompared) return () => false
  const notImported = new Set(unused)
  const columns = sheets[sheet].columns.filter(({ id }) => id in mapped)
  const others = new Set(columns.filter(({ kind }) => !isNumeric(kind)).flatMap(({ id }) => mapped[id] ?? []))
  const ofNumbers = new Set(
    columns
      .filter(({ kind }) => isNumeric(kind))
      .flatMap(({ id }) => mapped[id] ?? [])
      .filter(column => !others.has(column)),
  )
  return row => {
    if ((row.at(key) ?? '').trim() !== '') return false
    const filled = [...row].flatMap((text, column) => (text.trim() === '' ? [] : column))
    const [only] = filled
    if (filled.length !== 1 || only === undefined) return false
    return notImported.has(only) || (ofNumbers.has(only) && sentence.test(row.at(only) ?? ''))
  }
}

const isNumeric = (kind: CellKindName): boolean => kind === 'number' || kind === 'integer'

/** Words, and no number with a unit or a currency. */
const sentence = /\p{L}{2,}\s+\p{L}{2,}|\p{L}{6,}/u

function skipRowTest(
  skip: NonNullable<DetectedMapping['recipe']['skip']>,
  columns: ColumnsByHeading,
): (row: Row) => boolean {
  const rules = skip.flatMap(({ heading, is }) => {
    const column = columns.find(heading)
    return column === undefined ? [] : [{ column, is: new Set(is.map(text => text.trim().toLowerCase())) }]
  })
  if (rules.length === 0) return () => false
  return row => rules.some(({ column, is }) => is.has((row.at(column) ?? '').trim().toLowerCase()))
}

/** Finds items that are not shipped (`Recipe.unshipped`). */
function unshippedTest(
  rule: DetectedMapping['recipe']['unshipped'],
  columns: ColumnsByHeading,
  rows: Rows,
  first: number,
  end: number,
): (row: Row) => boolean {
  const column = rule && columns.find(rule.heading)
  if (!rule || column === undefined) return () => false
  const textIn = (row: Row | undefined) => (row?.at(column) ?? '').trim().toLowerCase()
  const isOther = (text: string) => text !== '' && !rule.is.includes(text)
  for (let position = first; position < end; position++)
    if (isOther(textIn(rows.at(position)))) return row => rule.is.includes(textIn(row))
  return () => false
}

/** A text of a status column with an unknown meaning; the operator is asked about it. */
export interface UnknownStatus {
  /** The heading of its column, made distinct. */
  readonly heading: string
  readonly text: string
  /** The order number of the first row with this text; '' if it has none. */
  readonly number: string
}

/** The texts of unknown meaning in the status columns of a table, each once. */
export function unknownStatuses(table: Table, mapping: DetectedMapping): readonly UnknownStatus[] {
  const states = shopStatesOf(table, mapping)
  if (!states) return []
  const first = mapping.header + 1
  const below = Array.from({ length: Math.max(0, table.rows.length - first) }, (_, at) => first + at)
  if (states.unknown(below).length === 0) return []
  // Finding notices and totals is slow, so it is done only for files with unknown texts.
  const { positions, withoutLine, number } = planImport(table, mapping)
  const lines = positions.filter(position => !withoutLine.has(position))
  return states.unknown(lines).map(({ heading, text, position }) => ({
    heading,
    text,
    number: number ? textOfValue(number.read(table.rows.at(position) ?? [])).trim() : '',
  }))
}

/** Item names under which shops list shipping, fees and discounts like items. */
const feeNames = new Set(
  `送料|配送料|配送費|送料手数料|手数料|代引手数料|代引き手数料|代金引換手数料|決済手数料|支払手数料|後払い手数料|割引|割引額|値引|値引き|ポイント|ポイント利用|
  ポイント値引|ポイント値引き|クーポン|クーポン割引|クーポン値引|クーポン値引き|消費税|税|
  배송비|배송료|수수료|할인|쿠폰|쿠폰할인|포인트|포인트할인|적립금|부가세|
  shipping|shipping fee|shipping cost|shipping charge|delivery fee|delivery charge|postage|handling fee|cod fee|service fee|
  discount|coupon|coupon discount|tax`
    .split('|')
    .map(name => name.trim()),
)

/** Longer names are names of products. */
const MAX_FEE_LENGTH = 24

/** Whether an item name is a fee or a discount (送料), so that its row is not a product. */
export const isFeeName = (item: string): boolean =>
  item.length <= MAX_FEE_LENGTH &&
  feeNames.has(
    item
      .normalize('NFKC')
      .replaceAll(/^[\s[(【]+|[\s\])】]+$/g, '')
      .toLowerCase(),
  )
