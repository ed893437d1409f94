/** What a file contains before its meaning is known: tables of texts, each cell with its place in the file. */

/** What is known of a cell beside its text; most cells have no note. */
export type CellNote =
  /** A number that the file shows otherwise: `raw` is what it stores, the text has all digits. */
  | { readonly kind: 'number'; readonly raw: string; readonly format?: string }
  /**
   * A day or time: the text is `2026-03-01` or `2026-03-01 09:30`; `shown` is what the spreadsheet program displays.
   */
  | { readonly kind: 'date'; readonly raw: string; readonly shown: string }
  /** The result of a formula; `isUnsolved`: the file does not contain the result, so the text is blank. */
  | { readonly kind: 'formula'; readonly formula: string; readonly isUnsolved?: true }
  /** The spreadsheet program shows an error here, such as #N/A. */
  | { readonly kind: 'error' }
  /** Filled from the merged cell that begins in another row, or, with `across`, in another column. */
  | { readonly kind: 'merged'; readonly across?: true }

/** Texts of a row, by column from 0. An array is a Row; negative columns are not supported. */
export interface Row extends Iterable<string> {
  readonly length: number
  /** Undefined beyond the last cell of the row. */
  at(column: number): string | undefined
}

/** Rows of a table, by position from 0. An array of arrays is one; large files create the texts on demand. */
export interface Rows extends Iterable<Row> {
  readonly length: number
  at(position: number): Row | undefined
  /** Rows with all their texts, which may be stored or posted to another thread. */
  slice(from?: number, to?: number): readonly (readonly string[])[]
}

/** All texts of a row; none where there is no such row, for example the header of a table without one. */
export const textsAt = (rows: Rows, position: number): readonly string[] =>
  (position < 0 ? undefined : rows.slice(position, position + 1)[0]) ?? []

/** The position of a row by its number in the file, or the position where it would be. @param numbers ascending */
export function positionOfRow(numbers: readonly number[], number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** A cell: its row as the file counts, from 1, and its column from 0. */
export interface FileCellAddress {
  readonly row: number
  readonly column: number
}

/** A number of cells, and where the first of them are. */
export interface CellCount {
  readonly count: number
  readonly first: readonly FileCellAddress[]
}

/** Maximum addresses that are kept of the cells that are counted. */
export const MAX_CELL_ADDRESSES = 20

/** A sheet of a workbook, a file of an archive, or a text file. */
export interface Table {
  /** Its name in the file; '' for a text file. */
  readonly name: string
  readonly isHidden: boolean
  /** Texts verbatim; rows may differ in length. Rows without any text are left out. */
  readonly rows: Rows
  /** The row number in the file for each of `rows`, from 1, as spreadsheet programs count. */
  readonly numbers: readonly number[]
  /** By `noteKey(position in rows, column from 0)`. */
  readonly notes: ReadonlyMap<string, CellNote>
  /** Row numbers of the file that are hidden by a filter or by hand; absent: none. */
  readonly hiddenRows?: ReadonlySet<number>
  /** Formulas without a result, also in rows that are left out; absent: none. */
  readonly unsolved?: CellCount
  /** Each row of the file is a single text, which was divided at this delimiter; absent: rows are as the file has them. */
  readonly innerDelimiter?: string
  /** Cells of a text file that contain NUL; `count` counts the characters. Absent: none. */
  readonly nuls?: CellCount
}

/** Key of the note of a cell; positions count from 0. */
export const noteKey = (row: number, column: number): string => `${row}:${column}`

/** The inverse of `noteKey`. */
export function addressOfNote(key: string): { row: number; column: number } {
  const colon = key.indexOf(':')
  return { row: Number(key.slice(0, colon)), column: Number(key.slice(colon + 1)) }
}

/** Encodings in which text files are read, by their names in TextDecoder. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'iso-2022-jp',
  'euc-kr',
  'euc-jp',
  'windows-1252',
] as const
export type Encoding = (typeof encodings)[number]

/** What was detected of a text file. */
export interface TextFormat {
  readonly encoding: Encoding
  readonly delimiter: string
}

/** A file that was read. */
export interface Book {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: 'text' | 'html' | 'xlsx' | 'xls' | 'ods' | 'json'
  /** The format of a text file; other files have none. */
  readonly text?: TextFormat
  readonly tables: readonly Table[]
}
