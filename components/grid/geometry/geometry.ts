import type { ValueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'

/** Height of a line in CSS pixels. */
export const ROW_HEIGHT = 28
/** Lines that are painted and moved together: the browser needs time for each positioned element. */
export const ROWS_PER_BLOCK = 4
/** Heights of the two heading rows: groups, then columns. */
export const GROUP_HEIGHT = 24
export const HEADING_HEIGHT = 28
export const HEAD_HEIGHT = GROUP_HEIGHT + HEADING_HEIGHT
/** Width of the gutter before the first column. */
export const GUTTER_WIDTH = 104

/** A column with its position, in CSS pixels. */
export interface PlacedColumn {
  readonly id: string
  readonly column: Column
  /** How its codes are shown; undefined for a column that shows its texts as they are. */
  readonly display: ValueDisplay | undefined
  /** Position among all columns, from 0. */
  readonly index: number
  readonly left: number
  readonly width: number
  readonly pinned: boolean
}

/** Id of a cell's element. Ids of lines and columns may contain blanks, which element ids may not. */
export const cellId = (grid: string, line: string, column: string): string =>
  `${grid}-${line}-${column}`.replaceAll(/\s/g, '_')

/** Id of the element that holds the messages of a cell, or of a line when `column` is ''. */
export const messageId = (grid: string, line: string, column: string): string =>
  `${cellId(grid, line, column)}-why`

/** Id of the element with the origin of the active cell's text. */
export const noteId = (grid: string, line: string, column: string): string =>
  `${cellId(grid, line, column)}-from`

/** Right edge of the pinned columns, in CSS pixels. */
export const frozenEdge = (columns: readonly PlacedColumn[]): number =>
  columns
    .filter(column => column.pinned)
    .reduce((edge, { left, width }) => Math.max(edge, left + width), GUTTER_WIDTH)

/** Places columns side by side, after the line headers. @param pinned how many from the left are pinned */
export function placeColumns(
  columns: readonly Column[],
  pinned: number,
  display: (column: Column) => ValueDisplay | undefined = () => undefined,
): PlacedColumn[] {
  let left = GUTTER_WIDTH
  return columns.map((column, index) => {
    const { id, width } = column
    const place = {
      id,
      column,
      display: display(column),
      index,
      left,
      width,
      pinned: index < pinned,
    }
    left += width
    return place
  })
}
