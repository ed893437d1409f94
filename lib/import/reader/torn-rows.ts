import {
  type Book,
  type CellCount,
  type FileCellAddress,
  MAX_CELL_ADDRESSES,
  type Rows,
  textsAt,
} from '@/lib/files/book/book'
import { planImport } from '@/lib/import/lines/import-plan'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { headingRow } from '@/lib/import/match/table/headings'
import { isBlank } from '@/lib/sheet/schema/kinds'

/** Imported rows of a text file that a shop did not quote, or not correctly. Absent: there are none. */
interface TornRows {
  /**
   * Rows with more values than the headings, each with its first value beyond them: a delimiter within a text moves all
   * later texts by one column, and `12,000` becomes a price of 12. If the last column is blank, only the number of cells
   * shows it.
   */
  readonly longRows?: CellCount
  /** Rows that together have the cells of one row, each first one with its last cell: a line break within a text. */
  readonly brokenRows?: CellCount
  /**
   * Rows with fewer cells than others, each with a text that contains the next one: behind a quotation mark too many, a
   * delimiter counts as a part of the text, and all later texts move by one column.
   */
  readonly joinedRows?: CellCount
}

/** Finds rows in which a delimiter, a line break or a quotation mark within a text may have moved, cut or joined texts. */
export function tornRows({ kind, text, tables }: Book, from: readonly DetectedMapping[]): TornRows {
  const long: FileCellAddress[] = []
  const broken: FileCellAddress[] = []
  const joined: FileCellAddress[] = []
  for (const mapping of from) {
    const { table: at, header } = mapping
    const table = tables[at]
    if (!table || header === -1) continue
    const { rows, numbers, innerDelimiter } = table
    if (kind !== 'text' && innerDelimiter === undefined) continue
    /** Where one text ended and the next one began. */
    const seam = `${innerDelimiter ?? text?.delimiter ?? ','}"`
    const width = Math.max(textsAt(rows, header).length, headingRow(table, header).length)
    let leftOut: ReadonlySet<number> | undefined
    const isImported = (position: number) => {
      leftOut ??= new Set(planImport(table, mapping).leftOut.map(one => one.row))
      return !leftOut.has(numbers[position] ?? position + 1)
    }
    const common = commonLength(rows, header + 1)
    // A shop that ends its rows with a delimiter does so in all of them: beside whole rows, longer ones are torn.
    const isEnded = common.length > width && !hasRow(rows, header + 1, width, isImported)
    const usual = isEnded ? common.length : width
    // Excel and others leave out blank cells at the end of rows: then the number of cells shows nothing.
    const areTrimmed = common.length < width && common.rows * 2 > rows.length - header - 1
    const add = (cells: FileCellAddress[], position: number, column: number) => {
      if (isImported(position)) cells.push({ row: numbers[position] ?? position + 1, column })
    }
    for (let position = header + 1; position < rows.length; position++) {
      const row = rows.at(position) ?? []
      let column = width
      while (column < Math.min(row.length, usual) && isBlank(row.at(column))) column++
      if (column < row.length) add(long, position, column)
      const isShort = row.length < usual && !areTrimmed
      const pieces = isShort ? piecesFrom(rows, position, usual) : 1
      if (pieces > 1) add(broken, position, row.length - 1)
      const joint = isShort ? textsAt(rows, position).findIndex(cell => cell.includes(seam)) : -1
      if (joint !== -1) add(joined, position, joint)
      position += pieces - 1
    }
  }
  return {
    ...counted('longRows', long),
    ...counted('brokenRows', broken),
    ...counted('joinedRows', joined),
  }
}

const counted = (name: keyof TornRows, cells: readonly FileCellAddress[]): TornRows =>
  cells.length === 0 ? {} : { [name]: { count: cells.length, first: cells.slice(0, MAX_CELL_ADDRESSES) } }

/** The most common number of cells of the rows from a position on, and how many rows have it; 0 if no two rows agree. */
function commonLength(rows: Rows, from: number): { length: number; rows: number } {
  const counts = new Map<number, number>()
  for (let at = from; at < rows.length; at++) {
    const { length } = rows.at(at) ?? []
    counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  const [[length, count] = [0, 0]] = [...counts].toSorted(([a, of], [b, other]) => other - of || a - b)
  return count > 1 ? { length, rows: count } : { length: 0, rows: 0 }
}

/** Whether a row from a position on has this number of cells, and is imported. */
function hasRow(
  rows: Rows,
  from: number,
  length: number,
  isImported: (position: number) => boolean,
): boolean {
  for (let at = from; at < rows.length; at++)
    if (rows.at(at)?.length === length && isImported(at)) return true
  return false
}

/** More line breaks are in no address. */
const MAX_PIECES = 10

/** How many rows from a position on are the pieces of one row, whose cells line breaks have cut; 1 if it is whole. */
function piecesFrom(rows: Rows, position: number, width: number): number {
  let cells = rows.at(position)?.length ?? 0
  const last = Math.min(rows.length, position + MAX_PIECES)
  let end = position + 1
  for (; cells < width && end < last; end++) cells += (rows.at(end)?.length ?? 0) - 1
  return cells === width ? end - position : 1
}
