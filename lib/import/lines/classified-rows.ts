import type { Row, Rows, Table } from '@/lib/files/book/book'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import type { TableStructure } from '@/lib/import/match/table/structure'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import { type CompiledRule, textOfValue } from '@/lib/import/recipe/values/compile-rule'
import type { CellKindName } from '@/lib/sheet/schema/columns'
import { sheets } from '@/lib/sheet/schema/sheets'

/**
 * Notices above the header, totals at the end or of an order, rows that the recipe leaves out, and fees that are
 * written as items.
 */
export type LeftOutReason = 'notice' | 'total' | 'skipped' | 'fee' | 'unshipped'

/** What decides whether a row becomes a line. */
interface RowTests {
  readonly isSkipped: (row: Row) => boolean
  /** Why a row belongs to a record, but is not a line of it. */
  readonly withoutGoods: (row: Row) => LeftOutReason | undefined
  readonly isRemark: (row: Row) => boolean
}

/** The rows of a table, by whether they become lines. */
export class ClassifiedRows {
  readonly positions: number[] = []
  readonly withoutLine = new Set<number>()
  readonly leftOut: { readonly row: number; readonly why: LeftOutReason }[] = []

  constructor(
    private readonly table: Table,
    { first, end, nonLines }: TableStructure,
    { isSkipped, withoutGoods, isRemark }: RowTests,
  ) {
    for (const { position, why } of nonLines) this.leaveOut(position, why)
    const notLines = new Set(nonLines.map(({ position }) => position))
    for (let position = first; position < end; position++) {
      if (notLines.has(position)) continue
      const row = table.rows.at(position) ?? []
      const why = withoutGoods(row)
      if (isSkipped(row)) this.leaveOut(position, 'skipped')
      else if (why) {
        this.keepWithoutLine(position, why)
        this.positions.push(position)
      } else if (isRemark(row)) this.leaveOut(position, 'notice')
      else this.positions.push(position)
    }
  }

  /** A row that belongs to a record becomes no line. */
  keepWithoutLine(position: number, why: LeftOutReason): void {
    this.leaveOut(position, why)
    this.withoutLine.add(position)
  }

  private leaveOut(position: number, why: LeftOutReason): void {
    this.leftOut.push({ row: this.table.numbers[position] ?? position + 1, why })
  }
}

/**
 * Finds rows that have the name of a fee and no product code.
 * @param name reads the name of the item, `code` its product code
 */
export function feeRowTest(
  name: CompiledRule | undefined,
  code: CompiledRule | undefined,
): (row: Row) => boolean {
  if (!name) return () => false
  const textIn = (rule: CompiledRule, row: Row) => textOfValue(rule.read(row)).trim()
  const [first = -1, ...others] = name.from
  // A name from a single column is read directly, because 100,000 rows are tested and few names are that short.
  const mayBe = (row: Row) => others.length > 0 || (row.at(first) ?? '').length <= MAX_FEE_LENGTH
  return row => mayBe(row) && isFeeName(textIn(name, row)) && (!code || textIn(code, row) === '')
}

/**
 * Finds remarks such as "3 records downloaded" below the orders: a row without a key, with a single text, in a column
 * that is not imported, or with a sentence in one of numbers. Its line would have no text that can be read.
 */
export function remarkTest(
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

/** Finds rows that the recipe leaves out. */
export function skipRowTest(
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
export function unshippedTest(
  rule: DetectedMapping['recipe']['unshipped'],
  columns: ColumnsByHeading,
  rows: Rows,
  { first, end }: Pick<TableStructure, 'first' | 'end'>,
): (row: Row) => boolean {
  const column = rule && columns.find(rule.heading)
  if (!rule || column === undefined) return () => false
  const textIn = (row: Row | undefined) => (row?.at(column) ?? '').trim().toLowerCase()
  const isOther = (text: string) => text !== '' && !rule.is.includes(text)
  for (let position = first; position < end; position++)
    if (isOther(textIn(rows.at(position)))) return row => rule.is.includes(textIn(row))
  return () => false
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
