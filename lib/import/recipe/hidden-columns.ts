import { ITEM_CODE, productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { SOURCE, type Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/**
 * Keys of a line's texts that no column shows. They are stored, undone and synchronized with the line like columns of
 * another sheet. `[]` marks a key of the line, not of its order.
 */
export const hiddenColumns = {
  /**
   * `<file id>:<position of the table>:<row of the file>`, followed by `:<reading>` except for the first reading. Before
   * the row, `<report>.` for the second (1) and further reports of a table, which begin with repeated headings.
   */
  source: SOURCE,
  /** The shop's order number, if the order's own column has another number. */
  number: '[].$number',
  /** The day by which the shop wants the line dispatched, as its file writes it. */
  dispatchBy: '[].$dispatchBy',
  /** JSON of `Origins`: which cells were filled, from which source, and with which text. */
  origins: '[].$origins',
} as const

/** Where a line came from: a file, one of its tables, and a row as spreadsheet programs count. */
export interface SourcePosition {
  /** Id of the reading that imported the line; '' is the first one. */
  readonly reading: string
  readonly file: string
  readonly table: number
  readonly row: number
}

const SOURCE_POSITION = /^([^:]+):(\d+):(?:\d+\.)?(\d+)(?::([\w-]+))?$/

/** Parses `hiddenColumns.source`. */
export function parseSourcePosition(source: string | undefined): SourcePosition | undefined {
  const [, file, table, row, reading = ''] = SOURCE_POSITION.exec(source ?? '') ?? []
  return file === undefined ? undefined : { file, table: Number(table), row: Number(row), reading }
}

/** The source text of a line of a reading. @param source of the same line in the first reading */
export const withReading = (source: string, reading: string): string =>
  reading === '' ? source : `${source}:${reading}`

/** The source text with only file, table and row: lines of one row are the same line in every reading. */
export const fileRowOf = (source: string): string =>
  source.replace(/^([^:]+:\d+:)(?:\d+\.)?(\d+)(?::[\w-]+)?$/, '$1$2')

/** Where a line is in the shop's export. */
export interface ShopCoordinates {
  /** Row of the file, as spreadsheet programs count; undefined for a line without a file. */
  readonly row?: number
  /** The shop's order number, if it differs from the order's own number here. */
  readonly shopNumber?: string
}

/** @param number of the order that the line belongs to */
export function shopCoordinatesOf(texts: Texts, number: string): ShopCoordinates {
  const row = parseSourcePosition(texts[hiddenColumns.source])?.row
  const shopNumber = texts[hiddenColumns.number]?.trim() ?? ''
  const isOther = shopNumber !== '' && shopNumber !== number.trim()
  return { ...(row !== undefined && { row }), ...(isOther && { shopNumber }) }
}

/**
 * Columns of items that a product's file may contain and the sheet of products lacks: they travel hidden with the line
 * to the product master.
 */
export const carriedProductColumns: readonly string[] = [ITEM_CODE, ...productMasterColumns]

/** Ids of hidden columns that a recipe may fill in a sheet. */
export const carriedColumnIds = (sheet: Sheet): readonly string[] => [
  hiddenColumns.number,
  ...(sheet.recordType === 'product' ? carriedProductColumns : []),
]
