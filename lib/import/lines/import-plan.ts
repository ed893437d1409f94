import type { Row, Table } from '@/lib/files/book/book'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { isOrderIdFile } from '@/lib/import/match/native-template'
import { type TableStructure, tableStructure } from '@/lib/import/match/table/structure'
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
import { withoutForeignAmounts } from '@/lib/import/recipe/values/foreign-amounts'
import { statusMeaning } from '@/lib/import/recipe/values/order-status'
import { valueKey } from '@/lib/sheet/schema/choices/codes-by-name'
import { ITEM_CODE } from '@/lib/sheet/schema/fillable-columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { sheets } from '@/lib/sheet/schema/sheets'
import {
  ClassifiedRows,
  feeRowTest,
  type LeftOutReason,
  remarkTest,
  skipRowTest,
  unshippedTest,
} from './classified-rows'
import { type GroupingRule, reportOf } from './group-rows'
import { itemsOfRow } from './packed-rows'
import { ShopStateReader, type StateContext } from './skipped-orders'

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

const PRICE = 'items[].price'
const CURRENCY = 'items[].currency'

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
    if (!reader) return []
    const currency = column === PRICE ? readerOf(CURRENCY) : undefined
    const checked = currency ? withoutForeignAmounts(reader, currency) : reader
    return [{ id: column, reader: known ? readingCodes(checked, known) : checked }]
  }
  const readerOf = (column: string) => fieldOf(column)[0]?.reader
  const of = (scope: 'record' | 'item') =>
    sheet.columns
      .filter(column => column.scope === scope && column.id !== sheet.key)
      .flatMap(c => fieldOf(c.id))
  const [number] = fieldOf(sheet.key)
  const group = recipe.group && columns.find(recipe.group)
  const parcelColumn = recipe.apart && columns.find(recipe.apart)
  const key = group ?? number?.reader.from[0]
  const expander =
    recipe.options && sheet.recordType === 'product'
      ? expanders[recipe.options](table.rows, columns)
      : undefined
  const isOurs = isWrittenByUs(mapping) || mapping.isCompared === true
  const structure = tableStructure(table, header, key, { isOurs, isOfOrders: sheet.recordType === 'order' })
  // Each row of a file that is compared is one line.
  const itemsOf = mapping.isCompared ? undefined : itemsOfRow(recipe, columns)
  // A row with several items is not a fee, whatever one of them is called.
  const isFee = isOurs || itemsOf ? () => false : feeRowTest(readerOf('items[].name'), readerOf(ITEM_CODE))
  const isUnshipped = unshippedTest(recipe.unshipped, columns, table.rows, structure)
  const isSkipped = skipRowTest(recipe.skip ?? [], columns)
  const rows = new ClassifiedRows(table, structure, {
    isSkipped: row => isSkipped(row) || expander?.isLeftOut?.(row) === true,
    withoutGoods: row => (isUnshipped(row) ? 'unshipped' : isFee(row) ? 'fee' : undefined),
    isRemark: remarkTest(mapping, key),
  })
  const { positions, withoutLine } = rows
  const identifying = identifyingColumns[sheet.recordType].flatMap(fieldOf)
  const shopNumber = readerOf(hiddenColumns.number)
  // A row without a cart is an order with its own number.
  const alone = shopNumber ?? number?.reader
  const groupOf = expander?.groupOf ?? groupKey(group, number?.reader, alone)
  const sums = isOurs ? [] : sumsOfOrders(table, { recipe, columns, groupOf, structure, rows })
  for (const position of sums) rows.keepWithoutLine(position, 'total')
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
      parcelOf: parcelColumn === undefined ? undefined : row => row.at(parcelColumn) ?? '',
      continues: recipe.continues === true,
      contradicts: expander?.groupOf ? () => false : contradictionTest(identifying),
      repeatedHeaders: structure.repeatedHeaders,
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
    leftOut: rows.leftOut.toSorted((a, b) => a.row - b.row),
  }
}

/**
 * The key by which rows become one record: their cart, or their number where there are no carts.
 * @param cart position of the column with the cart
 * @param alone reads the number of a row without a cart; a prefix separates it from a cart with this number
 */
function groupKey(
  cart: number | undefined,
  number: CompiledRule | undefined,
  alone: CompiledRule | undefined,
): GroupingRule['groupOf'] {
  if (cart === undefined) return row => (number ? textOfValue(number.read(row)) : '')
  return row => {
    const own = row.at(cart)?.trim() || !alone ? '' : textOfValue(alone.read(row)).trim()
    return own === '' ? (row.at(cart) ?? '') : `${NO_CART_PREFIX}${own}`
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
  readonly structure: Pick<TableStructure, 'repeatedHeaders'>
  readonly rows: Pick<ClassifiedRows, 'positions' | 'withoutLine'>
}

/** Positions of rows without an item, whose order has rows with items in the same report (`Recipe.summedWithout`). */
function sumsOfOrders(
  { rows }: Table,
  {
    recipe: { summedWithout = [] },
    columns,
    groupOf,
    structure: { repeatedHeaders },
    rows: { positions, withoutLine },
  }: SumSearch,
): readonly number[] {
  const items = summedWithout.flatMap(spellings => columns.find(spellings) ?? [])
  if (items.length === 0) return []
  const numberAt = (position: number) => groupOf(rows.at(position) ?? []).trim()
  const orderAt = (position: number) => `${reportOf(position, repeatedHeaders)}\u0000${numberAt(position)}`
  const hasItem = (position: number) =>
    items.some(column => (rows.at(position)?.at(column) ?? '').trim() !== '')
  const sums = positions.filter(position => !hasItem(position) && numberAt(position) !== '')
  if (sums.length === 0) return []
  const withItems = new Set(
    positions.filter(position => hasItem(position) && !withoutLine.has(position)).map(orderAt),
  )
  return sums.filter(position => withItems.has(orderAt(position)))
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
