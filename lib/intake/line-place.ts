/** Where a line came from: a file, one of its tables, and a row as spreadsheet programs count. */
export interface LinePlace {
  /** Which way of reading the file brought it; '' the first one. */
  readonly reading: string
  readonly file: string
  readonly table: number
  readonly row: number
}

const PLACE = /^([^:]+):(\d+):(\d+)(?::([\w-]+))?$/

/** Reads the hidden cell that says where a line came from (`hidden.source`). */
export function placeOf(source: string | undefined): LinePlace | undefined {
  const [, file, table, row, reading = ''] = PLACE.exec(source ?? '') ?? []
  return file === undefined ? undefined : { file, table: Number(table), row: Number(row), reading }
}

/** The cell of a line that a reading brought. @param source of a line of the first reading */
export const readAs = (source: string, reading: string): string =>
  reading === '' ? source : `${source}:${reading}`

/** The cell without its reading: lines of one row are the same line, however the file was read. */
export const seatOf = (source: string): string => source.replace(/^([^:]+:\d+:\d+):[\w-]+$/, '$1')
