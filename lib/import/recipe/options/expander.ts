import { COMBINATION } from '@/lib/contract/products'
import type { Row, Rows } from '@/lib/files/book/book'
import { ReadError } from '@/lib/files/book/read-error'
import type { ColumnsByHeading } from '@/lib/import/recipe/columns-by-heading'
import type { RuleValue } from '@/lib/import/recipe/values/compile-rule'
import { addDecimals, negate, readDecimal, writeDecimal } from '@/lib/import/recipe/values/decimals'
import {
  axisNameColumn,
  axisValueColumn,
  GROUP_TYPE_COLUMN,
  MAX_AXES,
} from '@/lib/sheet/schema/product-rules'

/** Options of a product whose axes combine freely. */
const MAX_OPTIONS = 10_000

/** A product as its rows describe it. */
export interface ExpandedProduct {
  /** Record columns beyond the recipe's rules: images, axes. */
  readonly record: readonly CellWrite[]
  /** The row that prices are taken from. */
  readonly priceRow: number
  /** One line per option, in this order; empty: a product without options. */
  readonly options: readonly OptionLine[]
  /**
   * Rows with the number of the product that describe neither it nor an option. Each that has a name or a price becomes
   * lines of its own, so that two products with one number are seen.
   */
  readonly rest?: readonly number[]
}

/** One option: its row, and its cells. */
export interface OptionLine {
  readonly position: number
  readonly writes: readonly CellWrite[]
}

/** How options of a kind of export become lines. */
export interface Expander {
  /** Columns of the file that it reads, from 0. */
  readonly uses: readonly number[]
  /** The product of a row, if no single column contains it. */
  readonly groupOf?: (row: Row) => string
  /**
   * Rows that describe no product and no option, for example choices without a stock of their own: they are left out.
   */
  readonly isLeftOut?: (row: Row) => boolean
  readonly expand: (group: readonly number[]) => ExpandedProduct
}

/** Prepares the expander for one table. */
export type MakeExpander = (rows: Rows, columns: ColumnsByHeading) => Expander

/** A column of the sheet and its value in one line. */
interface CellWrite {
  readonly id: string
  readonly given: RuleValue
}

const optionColumn = (name: string) => `productOptionGroup[].productOption[].${name}`

export const OPTION_PRICE = optionColumn('optionPrice')
export const OPTION_STOCK = optionColumn('stockQuantity')
export const OPTION_ID = optionColumn('shopOptionId')
export const OPTION_MIN_QUANTITY = optionColumn('availablePurchaseQuantityMin')
export const OPTION_MAX_QUANTITY = optionColumn('availablePurchaseQuantityMax')

/** Texts on the axes of a sheet; those beyond the last axis are joined on it. */
function writesOnAxes(
  texts: readonly string[],
  columnOf: (axis: number) => string,
  made?: 'split',
): CellWrite[] {
  const value = (text: string): RuleValue => (made && text !== '' ? { kind: made, text } : text)
  if (texts.length <= MAX_AXES) return texts.map((text, axis) => ({ id: columnOf(axis), given: value(text) }))
  const rest = texts.slice(MAX_AXES - 1)
  return [
    ...texts.slice(0, MAX_AXES - 1).map((text, axis) => ({ id: columnOf(axis), given: value(text) })),
    { id: columnOf(MAX_AXES - 1), given: { kind: 'joined', text: rest.join(' / '), of: rest.join(' + ') } },
  ]
}

/**
 * The names of a product's axes.
 * @param made set if they did not come from cells of their own
 */
export const axisNameWrites = (names: readonly string[], made?: 'split'): CellWrite[] => [
  { id: GROUP_TYPE_COLUMN, given: { kind: 'constant', text: COMBINATION } },
  ...writesOnAxes(names, axisNameColumn, made),
]

/**
 * The values of one option.
 * @param made set if they did not come from cells of their own
 */
export const axisValueWrites = (values: readonly string[], made?: 'split'): CellWrite[] =>
  writesOnAxes(values, axisValueColumn, made)

/**
 * The price of an option minus that of its product.
 * @returns blank, marked for review, if a price cannot be read
 */
export function optionSurcharge(price: string, base: string): RuleValue {
  if (price.trim() === '') return ''
  const of = `${price} − ${base}`
  const [own, from] = [readDecimal(price), readDecimal(base)]
  if (!own || !from) return { kind: 'added', text: '', of, review: true }
  return { kind: 'added', text: writeDecimal(addDecimals(own, negate(from))), of }
}

/** A blank name of an axis, marked for review, for a text of options that cannot be read; none if there is no text. */
export const unreadOptions = (...texts: readonly string[]): CellWrite[] => {
  const of = texts.filter(text => text.trim() !== '').join(' / ')
  return of === '' ? [] : [{ id: axisNameColumn(0), given: { kind: 'split', text: '', of, review: true } }]
}

/** The main image of a product, and the other images, one per line of the text. */
export function imageWrites(all: readonly string[], made?: 'split'): CellWrite[] {
  const [first, ...others] = [...new Set(all.map(url => url.trim()).filter(url => url !== ''))]
  const put = (id: string, text: string, isMade: boolean): CellWrite => ({
    id,
    given: isMade ? { kind: made ?? 'joined', text } : text,
  })
  if (first === undefined) return []
  return [
    put('mainImage', first, made !== undefined),
    ...(others.length === 0
      ? []
      : [put('productImages', others.join('\n'), made !== undefined || others.length > 1)]),
  ]
}

/**
 * All combinations of values; the last axis varies fastest.
 * @throws ReadError if there are more than any product has: six axes of thirty values are a billion
 */
export function combinationsOf(values: readonly (readonly string[])[]): string[][] {
  const count = values.reduce((product, axis) => product * axis.length, 1)
  if (count > MAX_OPTIONS) throw new ReadError({ code: 'too_many_rows', most: MAX_OPTIONS })
  return values.reduce<string[][]>(
    (rows, axis) => rows.flatMap(row => axis.map(value => [...row, value])),
    [[]],
  )
}
