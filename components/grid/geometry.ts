import type { Column } from '@/lib/sheet/columns'

/** Height of a line in CSS pixels. */
export const ROW_HEIGHT = 28
/** Lines that are drawn and moved together: the browser takes its time for each thing that stands by itself. */
export const BLOCK = 4
/** Heights of the two heading rows: groups, then columns. */
export const GROUP_HEIGHT = 24
export const HEADING_HEIGHT = 28
export const HEAD_HEIGHT = GROUP_HEIGHT + HEADING_HEIGHT
/** Width of the gutter before the first column. */
export const GUTTER_WIDTH = 104

/** Columns with their places, left to right. */
export interface PlacedColumn {
  readonly id: string
  readonly column: Column
  /** Position among all columns, from 0. */
  readonly index: number
  readonly left: number
  readonly width: number
  readonly pinned: boolean
}

/** Id of a cell's element; ids of lines and columns may hold any character, element ids no blanks. */
export const cellId = (grid: string, line: string, column: string): string =>
  `${grid}-${line}-${column}`.replaceAll(/\s/g, '_')

/** Id of the element that holds the messages of a cell, or of a line when `column` is ''. */
export const messageId = (grid: string, line: string, column: string): string =>
  `${cellId(grid, line, column)}-why`

/** Id of the element that tells where the text of the active cell came from. */
export const noteId = (grid: string, line: string, column: string): string =>
  `${cellId(grid, line, column)}-from`

/** Where the columns that stand still end, in CSS pixels from the left. */
export const frozenEdge = (columns: readonly PlacedColumn[]): number =>
  columns
    .filter(column => column.pinned)
    .reduce((edge, { left, width }) => Math.max(edge, left + width), GUTTER_WIDTH)

/** Places columns side by side, behind the gutter. @param pinned how many from the left stand still */
export function placeColumns(columns: readonly Column[], pinned: number): PlacedColumn[] {
  let left = GUTTER_WIDTH
  return columns.map((column, index) => {
    const { id, width } = column
    const place = {
      id,
      column,
      index,
      left,
      width,
      pinned: index < pinned,
    }
    left += width
    return place
  })
}
