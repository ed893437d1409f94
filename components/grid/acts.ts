import type { Clip } from '@/lib/sheet/clipboard'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { CellRange } from '@/lib/sheet/ranges'

/**
 * What is done to a sheet by hand. Acts on what is selected take rectangles, of which the operator works on the
 * last. Each act is one step of undo and says what it did; the grid only goes where the act says.
 */
export interface GridActs {
  write(cell: CellAddress, text: string): void
  /** Writes one text into every selected cell. */
  fill(ranges: readonly CellRange[], text: string): void
  /** Fills each range from its first line or column; one line or column alone, from the one beside it. */
  fillFrom(ranges: readonly CellRange[], from: 'above' | 'left'): void
  /** Goes on from a rectangle over the lines or columns of `to`, which lies beside it. */
  fillOn(from: CellRange, to: CellRange): void
  /**
   * As far down as the column beside the rectangle is filled, or where that is blank the orders go; undefined when that
   * is nowhere.
   */
  fillEnd(from: CellRange): CellRange | undefined
  clear(ranges: readonly CellRange[]): void
  /** @returns undefined when the ranges do not make one block */
  copy(ranges: readonly CellRange[], isCut: boolean): Clip | undefined
  /** @returns the rectangle that received the block. */
  paste(ranges: readonly CellRange[], block: Clip): CellRange | undefined
  sortBy(column: string, descending: boolean | null): void
  /** As many lines as are selected. @returns where to go */
  insertLines(ranges: readonly CellRange[], where: 'above' | 'below'): CellRange | undefined
  /** Adds a line to what the line belongs to, as its last one. @returns its cell */
  appendLine(cell: CellAddress): CellAddress | undefined
  /** @returns the rectangle of the copies */
  duplicateLines(ranges: readonly CellRange[]): CellRange | undefined
  moveLines(ranges: readonly CellRange[], by: -1 | 1): void
  removeLines(ranges: readonly CellRange[]): void
  /** @returns where it happened, to go there; null when nowhere. */
  undo(): CellAddress | null
  redo(): CellAddress | null
}

/** Lines that a sheet shows, and where. */
export interface Rows {
  /** Ids of the lines on the screen; the same array until it changes. */
  rows(): readonly LineId[]
  /** Position of a line on the screen; -1 when it is not there. */
  indexOf(line: LineId): number
  /** What a cell shows: for those who walk along many lines. Whoever draws a line asks for all of it. */
  shown(line: LineId, column: string): string
}
