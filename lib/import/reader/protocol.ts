import type { Book, CellCount, Encoding, TextFormat } from '@/lib/files/book/book'
import type { EncodingPreview, ReadFailure } from '@/lib/files/book/read-error'
import type { LeftOutReason } from '@/lib/import/lines/classified-rows'
import type { PackedLines } from '@/lib/import/lines/compact/pack-lines'
import type { UnknownStatus } from '@/lib/import/lines/import-plan'
import type { SkippedOrder, SkipState } from '@/lib/import/lines/skipped-orders'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import type { TableExcerpt } from '@/lib/import/match/table/excerpt'
import type { MissingSource, Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import type { Origin } from '@/lib/import/recipe/values/origins'
import type { RoundTripHead } from '@/lib/import/roundtrip/chunks'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { RuleState } from './reading-names'

// Messages between the page and the worker that reads one file. The worker holds the bytes, the tables and the mapping.

/** How to read a file. Missing options are detected, or stay as in an earlier request. */
export interface ReadOptions {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly password?: string
  /** Position of the table in the book. */
  readonly table?: number
  /** Without it, tables with the same headings are imported together. */
  readonly onlyThisTable?: boolean
  /** Position of the header in the rows of the table. */
  readonly header?: number
  readonly recipe?: Recipe
  /** Maps the file to the open sheet, although its headings look like those of another one. */
  readonly keepsSheet?: true
  /** The name of this reading in lines that are already in the sheet. */
  readonly reading?: string
  /** The operator's meanings of texts in status columns. */
  readonly answers?: readonly StateAnswer[]
  /** Rows of skipped orders that this request includes, by `tableRowKey`. */
  readonly includedRows?: readonly string[]
  /** What becomes of rows that repeat an earlier row of their order; without it the operator is asked. */
  readonly repeated?: 'once' | 'all'
  /** Whether the rules of the operators are applied; without it as in the last reading, at first they are. */
  readonly rules?: 'none' | 'apply'
}

/** Requests of the page and responses of the worker. */
interface Exchanges {
  /** Reads the file: the first request, sent once. */
  open: { request: OpenRequest; response: ReadResponse }
  /** Reads the file again with other options. */
  read: { request: { readonly options: ReadOptions }; response: ReadResponse }
  /** The next lines, at most `limit`. They are created on request. */
  lines: { request: { readonly limit: number }; response: LinesResponse }
  /** The next lines of skipped orders in a state. `isFirst`: from the first one on. */
  skippedLines: {
    request: SkippedLinesRequest
    response: { readonly packed: PackedLines; readonly isLast: boolean }
  }
  /** Counts all lines, which creates the remaining ones. */
  counts: { request: object; response: { readonly counts: ImportCounts } }
  /** The next part of a file that came back. `json`: of a `RoundTripChunk`; undefined after the last one. */
  nextChunk: { request: object; response: { readonly json: string | undefined } }
  /** Rows of a table, by their numbers in the file. `json`: of pairs of number and texts, which the page passes on. */
  rows: {
    request: { readonly table: number; readonly numbers: readonly number[] }
    response: { readonly json: string }
  }
  /** The part of the file that its mapping shows. */
  excerpt: { request: object; response: { readonly excerpt: TableExcerpt } }
  /** What rules would do with the file. */
  testRules: {
    request: { readonly rules: readonly ImportRule[] }
    response: { readonly counts: readonly RuleCount[] }
  }
  /** Sends the original to the server, beside the draft. */
  upload: { request: { readonly draftId: string }; response: { readonly status: UploadStatus } }
}

interface OpenRequest {
  readonly id: string
  readonly file: File
  readonly sheet: SheetId
  readonly options: ReadOptions
}

interface SkippedLinesRequest {
  readonly state: SkipState
  readonly limit: number
  readonly isFirst: boolean
}

/** What came of reading a file. */
export interface ReadResponse {
  readonly result:
    | { readonly kind: 'outline'; readonly outline: Outline }
    /** The file was downloaded from a draft and is reimported; its lines follow in chunks. */
    | { readonly kind: 'returned'; readonly head: RoundTripHead }
    | { readonly kind: 'failed'; readonly failure: ReadFailure }
}

interface LinesResponse {
  readonly packed: PackedLines
  /** JSON of each line as it was imported; undefined for a file that is read for the first time. */
  readonly previous: string | undefined
  readonly isLast: boolean
}

/** What the page can ask the worker for. */
export type RequestKind = keyof Exchanges

/** A request of the page. The response has the same number. */
export type RequestOf<K extends RequestKind> = {
  [Kind in K]: { readonly kind: Kind; readonly request: number } & Exchanges[Kind]['request']
}[K]

/** The response of the worker to a request; it has the number of the request. */
export type ResponseTo<K extends RequestKind> = {
  [Kind in K]: { readonly kind: Kind; readonly request: number } & Exchanges[Kind]['response']
}[K]

/** Notifications of the page, without a response. */
export type WorkerNotice =
  /** Mappings that operators made before. Sent once; reading waits for it. */
  | { readonly kind: 'rememberedRecipes'; readonly recipes: readonly Recipe[] }
  /** The last reading was imported into the sheet. */
  | { readonly kind: 'imported' }

/** A message of the page to the worker. */
export type WorkerRequest = RequestOf<RequestKind> | WorkerNotice

/** A message of the worker to the page. */
export type WorkerResponse =
  | ResponseTo<RequestKind>
  /** The share of the file that is read, from 0 to 1. */
  | { readonly kind: 'progress'; readonly done: number }
  /** The worker failed. */
  | { readonly kind: 'broken'; readonly request: number }

/** Another draft into which the same file was imported. `path`: of the draft; `at`: ISO 8601. */
export interface EarlierImport {
  readonly path: string
  readonly draft: string
  readonly at: string
}

/** Whether the original is on the server. */
export type UploadStatus =
  | { readonly state: 'keeping' }
  /** `earlier`: where the same file was imported before, outside of this draft. */
  | { readonly state: 'kept'; readonly earlier?: EarlierImport }
  /** `reason`: the server's sentence, where it gave one. */
  | { readonly state: 'failed'; readonly reason?: string }

/** A table of a file, as a choice. */
export interface TableChoice {
  readonly at: number
  readonly name: string
  readonly isHidden: boolean
  readonly rows: number
}

/** A column of the file that is not mapped. */
export interface UnusedColumn {
  readonly column: number
  readonly heading: string
  /** The first text of the column; '' if all are blank. */
  readonly sample: string
  /** Whether every order needs it, such as a line of the address. */
  readonly isUnread?: true
}

/** Rows that repeat an earlier row of their order. */
export interface RepeatedRows {
  readonly rows: number
  /** Number of orders with such rows. */
  readonly orders: number
  /** The numbers of the first of these orders, as the file has them. */
  readonly first: readonly string[]
}

/** A file after its mapping was detected, before its lines are created. */
export interface Outline {
  readonly id: string
  /** The name of this reading in its lines; '' for the first reading of a file. */
  readonly reading: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: Book['kind']
  readonly text?: TextFormat
  /** The first lines of the file in other encodings that fit it. */
  readonly previews: readonly EncodingPreview[]
  /** Tables with any rows. */
  readonly tables: readonly TableChoice[]
  /** Positions of further tables that are imported because they have the same headings. */
  readonly combinedTables: readonly number[]
  /** Tables of the same kind of records that are not imported, but offered. */
  readonly otherTables: readonly TableChoice[]
  /** Each row of the file is a single text, which was divided at this delimiter; absent: no. */
  readonly innerDelimiter?: string
  /** Formulas without a result, and characters that no service accepts, in the imported tables. */
  readonly unsolved?: CellCount
  readonly nuls?: CellCount
  /** Cells of item codes with a day, which a spreadsheet made of a code such as 3-4; absent: none. */
  readonly dateCodes?: CellCount
  /** Rows of a text file with more values than the headings, each with its first value beyond them; absent: none. */
  readonly longRows?: CellCount
  /** Rows of a text file that together have the cells of one row, each first one with its last cell; absent: none. */
  readonly brokenRows?: CellCount
  /** Rows of a text file with a text that contains the next one, each with this text; absent: none. */
  readonly joinedRows?: CellCount
  /** Whether the intended table is uncertain. */
  readonly isTableUnclear: boolean
  readonly mapping: DetectedMapping
  /** Whether the mapping needs no confirmation: it is known, or every heading is. */
  readonly isSure: boolean
  /** Unknown texts of status columns; the operator is asked for their meaning. */
  readonly statuses: readonly UnknownStatus[]
  /** Rows that repeat an earlier row of their order, until the operator says whether they are items; absent: none. */
  readonly repeatedRows?: RepeatedRows
  /** The number of lines to expect, by the rows. */
  readonly expected: number
  /** Columns with a constant text, because the file has none for them. */
  readonly constants: readonly { readonly column: string; readonly text: string }[]
  readonly unused: readonly UnusedColumn[]
  /** Whether the rules of the operators were applied. */
  readonly ruleState: RuleState
}

/** Counts of a file's lines. */
export interface ImportCounts {
  /** Rows that became lines. */
  readonly rows: number
  readonly lines: number
  readonly orders: number
  /** Row numbers that were left out, by reason. */
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, readonly number[]>>>
  /** Orders or items that the shop does not want shipped: skipped, included by the operator, or only reported. */
  readonly skippedOrders: readonly SkippedOrder[]
  /** Numbers of cells that do not have the verbatim text of the file. */
  readonly filled: Readonly<Partial<Record<Origin['kind'], number>>>
  /** Imported rows that the file hides, by `tableRowKey`. */
  readonly hiddenRows: readonly string[]
  /** Number of cells that need a review. */
  readonly toReview: number
  /** The rules of the operators that changed cells or skipped rows, in their order. */
  readonly rules: readonly AppliedRule[]
  /** Required columns that are not mapped, and where each can come from. */
  readonly missing: readonly { readonly column: string; readonly from: MissingSource }[]
}

/** What a rule of the operators did with a file. */
export interface AppliedRule {
  readonly id: string
  readonly name: string
  /** Cells that it changed. */
  readonly cells: number
  /** Rows that it skipped. */
  readonly rows: number
}

/** The result of reading a file. */
export interface ImportReport extends Outline, ImportCounts {}
