/** What a file says, before anybody knows what it means: tables of texts, each cell with its place in the file. */

/** What a cell carries beside its text; most carry nothing. */
export type CellNote =
  /** A number that is shown otherwise: `raw` is what the file stores, the text is that number in full digits. */
  | { readonly kind: 'number'; readonly raw: string; readonly format?: string }
  /** A day or time: the text is written `2026-03-01` or `2026-03-01 09:30`; `shown` is what the program showed. */
  | { readonly kind: 'date'; readonly raw: string; readonly shown: string }
  /** The result of a formula; `isUnsolved`: the file does not have it, so the text is blank. */
  | { readonly kind: 'formula'; readonly formula: string; readonly isUnsolved?: true }
  /** The program itself showed an error here, such as #N/A. */
  | { readonly kind: 'error' }
  /** Filled from the merged cell that begins in another row, or, `across`, in another column. */
  | { readonly kind: 'merged'; readonly across?: true }

/** Texts of a row, by column from 0. An array is one; nobody asks it for columns before the first. */
export interface Row extends Iterable<string> {
  readonly length: number
  /** Undefined beyond the last cell that the file has. */
  at(column: number): string | undefined
}

/** Rows of a table, by position from 0. An array of arrays is it; what is large is cut into texts when it is asked for. */
export interface Rows extends Iterable<Row> {
  readonly length: number
  at(position: number): Row | undefined
  /** Some rows with all their texts, to be kept or sent. */
  slice(from?: number, to?: number): readonly (readonly string[])[]
}

/** All texts of a row; none of a place where there is none, such as the header of a table without one. */
export const textsAt = (rows: Rows, position: number): readonly string[] =>
  (position < 0 ? undefined : rows.slice(position, position + 1)[0]) ?? []

/** A cell: its row as the file counts, and its column from 0. */
export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** How many cells have something, and where the first of them are. */
export interface CellCount {
  readonly count: number
  readonly first: readonly CellPlace[]
}

/** A sheet of a workbook, a file of an archive, or a file of text. */
export interface Table {
  /** As the file calls it; '' for a file of text. */
  readonly name: string
  readonly isHidden: boolean
  /** Texts verbatim, row by row; rows may differ in length. Rows without any text are left out. */
  readonly rows: Rows
  /** Of each of `rows`, which row of the file it is, counted from 1 as spreadsheet programs count. */
  readonly numbers: readonly number[]
  /** By `noteKey(position in rows, column from 0)`. */
  readonly notes: ReadonlyMap<string, CellNote>
  /** Rows that a filter, or somebody, hid, by their numbers in the file; absent: none. */
  readonly hiddenRows?: ReadonlySet<number>
  /** Formulas without a result, also those of rows that are left out for it; absent: none. */
  readonly unsolved?: CellCount
  /** NUL characters of a file of text, each counted; absent: none. */
  readonly nuls?: CellCount
}

export const noteKey = (row: number, column: number): string => `${row}:${column}`

/** Encodings that files of text are read in; the names are TextDecoder's. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'shift_jis', 'iso-2022-jp', 'euc-kr'] as const
export type Encoding = (typeof encodings)[number]

/** What was found out about a file of text; another answer can be given when it is read again. */
export interface TextFacts {
  readonly encoding: Encoding
  readonly delimiter: string
}

/** A file that was read. */
export interface Book {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: 'text' | 'html' | 'xlsx' | 'xls' | 'ods' | 'json'
  /** Of files of text alone. */
  readonly text?: TextFacts
  readonly tables: readonly Table[]
}

/** Three lines of a file in an encoding that may be the right one. */
export interface EncodingPreview {
  readonly encoding: Encoding
  readonly lines: readonly string[]
}

/** Why a file was not read. Words for each code are in `lib/words`, under `intake.trouble`. */
export type Trouble = Reason & {
  /** The file of an archive that it is about. */
  readonly within?: string
}

type Reason =
  | { readonly code: 'password_needed' | 'password_wrong' }
  | { readonly code: 'encoding_unclear'; readonly previews: readonly EncodingPreview[] }
  | {
      readonly code: 'no_encoding' | 'empty' | 'unsolved' | 'not_a_table' | 'broken'
    }
  /** `at`: the row of the file. */
  | { readonly code: 'unclosed_quote' | 'lost_letters'; readonly at: number }
  /** `at`: the line of the text, as an editor counts. */
  | { readonly code: 'broken_letter'; readonly at: number }
  | {
      readonly code: 'too_many_rows' | 'too_many_columns' | 'too_many_cells' | 'cell_too_long'
      readonly most: number
    }
  /** In megabytes of 1024 × 1024 bytes. */
  | { readonly code: 'too_large' | 'expands_too_far'; readonly most: number }
  /** `found`: what it is, by its name: PDF. */
  | { readonly code: 'unsupported'; readonly found: string }
  /** An archive that is not opened; `nested`: one in another. */
  | { readonly code: 'packed'; readonly found: string }
  /** Locked with a password that is of no use here. */
  | { readonly code: 'locked'; readonly found: 'zip' | 'file' }

/** How an operator wants a file read, where that is not to be found out. */
export interface ReadOptions {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly password?: string
  /**
   * How well the headings of a line are known, 0 where none is: it tells which encoding is right where several fit
   * the bytes (the dictionary of headings knows).
   */
  readonly headingScore?: (headings: string[]) => number
  /** Hears how much is done, 0 to 1. */
  readonly onProgress?: (done: number) => void
  /** Ends the reading; it throws the signal's reason. */
  readonly signal?: AbortSignal
}

export type ReadResult =
  | { readonly ok: true; readonly book: Book }
  | { readonly ok: false; readonly trouble: Trouble }
