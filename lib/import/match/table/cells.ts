import { readDecimal } from '@/lib/import/recipe/values/decimals'

// What the texts of cells look like: a heading, a number, a count.

/** Whether a cell is not blank. */
export const isFilled = (cell: string): boolean => cell.trim() !== ''

/** Longer texts are neither headings nor numbers nor totals, and are not searched. In characters. */
export const MAX_CELL_LENGTH = 100

/** Whether a cell is only a number, a date or a telephone number: digits with signs. */
export const hasNumber = (cell: string): boolean =>
  cell.length <= MAX_CELL_LENGTH && /^[\s'+\-.,/:()\d０-９]*[\d０-９][\s+\-.,/:()\d０-９]*$/.test(cell)

/** Whether a text may be a heading. */
export const isHeadingText = (cell: string): boolean => cell.length <= MAX_CELL_LENGTH && !hasNumber(cell)

/** Whether a cell is a number, an amount or a count: 3, 21,000원, 4点. */
export const isCounted = (cell: string): boolean =>
  cell.length <= MAX_CELL_LENGTH &&
  (hasNumber(cell) || readDecimal(cell.trim().replace(counter, '').trim()) !== undefined)

const counter = /(?:개|건|点|個|件|枚|pcs|ea)$/i

/** Nearly every number of an order begins with a digit. */
export const beginsWithDigit = /^\d/

/** In a narrower table a row with a single text may be a line. */
export const NARROW_TABLE_COLUMNS = 3

/** Whether a row has a single text. */
export const isOnlyCell = (row: readonly string[]): boolean => row.filter(isFilled).length === 1
