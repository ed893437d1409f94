import type { Table } from '@/lib/files/book/book'
import { ReadError } from '@/lib/files/book/read-error'
import type { ReadBudget } from '@/lib/files/book/table-builder'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { CellRanges } from './cell-ranges'
import { detectDialect } from './csv-delimiter'
import { CsvRows } from './csv-rows'
import { CsvScanner } from './csv-scanner'

/** A list of names or addresses may have as many commas in all rows by chance. */
const MIN_COLUMNS = 3
/** Rows above the headings, such as a title, that may have another number of values. */
const MAX_ROWS_ABOVE = 20
/** The share of rows that must have the same number of values. */
const MIN_EQUAL_ROWS = 0.9
/** Rows in which a blank behind the commas is looked for. */
const SAMPLE_ROWS = 50

/**
 * Divides the rows of a table in which each row is a single text with all its values: a program put quotation marks around
 * whole rows of a CSV file, or a CSV file was pasted into the first column of a workbook. The values stay verbatim.
 * @returns the table as it is where its rows are not such texts
 * @throws ReadError where the divided rows are beyond a limit
 */
export function divideInnerRows(table: Table, budget: ReadBudget): Table {
  const texts = onlyTexts(table)
  if (!texts || texts.length < 2) return table
  const text = texts.join('\n')
  const { delimiter, width } = detectDialect(text)
  if (width < MIN_COLUMNS) return table
  const divided = divide(table, texts, { delimiter, width })
  if (!divided || !hasWidth(divided, width) || (delimiter === ',' && isProse(divided))) return table
  for (const row of divided.rows) budget.countCells(row.length)
  return divided
}

/** Line breaks that were pasted with a row. */
const LAST_BREAKS = /[\r\n]+$/

/** The texts of the first column; undefined where any row has a text in another column. */
function onlyTexts({ rows }: Table): string[] | undefined {
  const texts: string[] = []
  for (const row of rows) {
    for (let column = 1; column < row.length; column++) if (!isBlank(row.at(column))) return undefined
    texts.push((row.at(0) ?? '').replace(LAST_BREAKS, ''))
  }
  return texts
}

/** @returns undefined where a text is not exactly one row */
function divide(
  table: Table,
  texts: readonly string[],
  dialect: { readonly delimiter: string; readonly width: number },
): Table | undefined {
  const text = texts.join('\n')
  const scanner = new CsvScanner(text, dialect)
  const cells = new CellRanges(text)
  const rows = new CsvRows(cells)
  const numbers: number[] = []
  let start = 0
  try {
    for (const [position, { length }] of texts.entries()) {
      if (scanner.at !== start || !scanner.next(cells)) return undefined
      const { hasText } = rows
      if (hasText) numbers.push(table.numbers[position] ?? position + 1)
      rows.close(hasText)
      start += length + 1
    }
  } catch (thrown) {
    // A quotation mark without a partner: the texts are no rows.
    if (thrown instanceof ReadError) return undefined
    throw thrown
  }
  if (scanner.next(cells)) return undefined
  return { ...table, rows, numbers, notes: new Map(), innerDelimiter: dialect.delimiter }
}

/** Whether nearly all rows, from the first one with this many cells on, have this many. */
function hasWidth({ rows }: Table, width: number): boolean {
  const lengths = [...rows].map(row => row.length)
  const first = lengths.indexOf(width)
  if (first === -1 || first > MAX_ROWS_ABOVE) return false
  const below = lengths.slice(first)
  return below.filter(length => length === width).length >= Math.max(2, below.length * MIN_EQUAL_ROWS)
}

/** Whether a blank follows most commas, as in addresses and lists of words that each have as many by chance. */
function isProse({ rows }: Table): boolean {
  let commas = 0
  let blanks = 0
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    commas += row.length - 1
    for (let column = 1; column < row.length; column++) if (row.at(column)?.startsWith(' ')) blanks++
  }
  return blanks * 2 > commas
}
