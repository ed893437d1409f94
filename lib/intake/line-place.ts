/** Where a line came from: a file, one of its tables, and a row as spreadsheet programs count. */
export interface LinePlace {
  readonly file: string
  readonly table: number
  readonly row: number
}

const PLACE = /^(.+):(\d+):(\d+)$/

/** Reads the hidden cell that says where a line came from (`hidden.source`). */
export function placeOf(source: string | undefined): LinePlace | undefined {
  const [, file, table, row] = PLACE.exec(source ?? '') ?? []
  return file === undefined ? undefined : { file, table: Number(table), row: Number(row) }
}
