import type { ReactNode } from 'react'
import type { Clip } from '@/lib/sheet/codecs/clipboard'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { Choice, Matches } from '@/lib/sheet/schema/choices/choices'
import type { ValueDisplay } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'
import type { LineView } from '@/lib/sheet/workbook/line-view'

/** The header of a line: its number, and a sign of its status. */
export interface Gutter {
  readonly text: string
  readonly sign: 'none' | Exclude<OrderStatus, 'awaited' | 'unchecked'>
  /** The sign in words, for assistive technology. */
  readonly label: string
  /** The warning mark beside the sign, in words; empty where there is no warning. */
  readonly warning: string
}

/** Says of a cell that its text was filled in, and whether it needs a review. */
export type FillNote = 'filled' | 'review'

/** The heading of a column, and its unique name. */
export interface ColumnWords {
  readonly label: string
  readonly name: string
  readonly group: string
}

/** The sentence that several marks share. */
export interface MarkSentence {
  readonly text: string
  /** The first of the marks. */
  readonly mark: Mark
  /** The foreign messages that the sentence explains. */
  readonly originals: readonly string[]
}

/**
 * The data that the grid asks for. The grid knows columns, lines and marks; the component that owns the sheet knows
 * their meaning and the effect of an edit.
 */
export interface GridSource extends GridRows, GridActions {
  /** The visible columns with their widths, left to right, pinned ones first; the same array until it changes. */
  columns(): readonly Column[]
  /** How many columns from the left are pinned. */
  pinned(): number
  readonly layout: ColumnControls
  /** Changes whenever anything but a single line changes. */
  version(): number
  subscribe(listener: () => void): () => void
  subscribeLine(id: LineId, listener: () => void): () => void
  /** Changes whenever any line changes; once for all that change together. */
  linesVersion(): number
  subscribeLines(listener: () => void): () => void
  /** @param position of the line on the screen, where the caller knows it */
  line(id: LineId, position?: number): LineView
  gutter(line: LineView): Gutter
  words(column: Column): ColumnWords
  /** The sentences of the marks of a cell; without a column, of the line as a whole. */
  sentences(
    marks: readonly Mark[],
    at: { readonly line: LineId; readonly column?: string },
  ): readonly MarkSentence[]
  /** Whether the sentence of a mark names places of other lines: it changes when they move. */
  namesOtherLines(mark: Mark): boolean
  /** Filled cells of a line, by column; undefined where there are none. Called for every painted line. */
  notes(line: LineView): ReadonlyMap<string, FillNote> | undefined
  /** A sentence on the origin of a filled cell; '' where it was typed. */
  note(line: LineView, column: string): string
  /** The tip under a marked cell. */
  tip(line: LineView, column: Column, marks: readonly Mark[]): ReactNode
  readonly help: ColumnHelp
  sort(): { readonly column: string; readonly descending: boolean } | null
}

/**
 * Edits of a sheet. Actions on the selection take rectangles, the one with the active cell last. Each action is one
 * undo step and announces its own result; the grid only moves to where the action says.
 */
export interface GridActions {
  write(cell: CellAddress, text: string): void
  /** Writes one text into every selected cell. */
  fill(ranges: readonly CellRange[], text: string): void
  /** Gives all selected yes/no cells the opposite of one of them. @param cell the active one, which is a yes/no cell */
  toggle(ranges: readonly CellRange[], cell: CellAddress): void
  /** Fills each range from its first line or column; a single line or column from the one before it. */
  fillFrom(ranges: readonly CellRange[], from: 'above' | 'left'): void
  /** Continues a rectangle over `to`, which lies beside it. @returns where `to` is by then */
  fillOn(from: CellRange, to: CellRange): CellRange | undefined
  /**
   * The range to fill by a double click: as far down as the column beside the rectangle is filled, or where it is
   * blank, as far as there are orders; undefined where there is nothing to fill.
   */
  fillEnd(from: CellRange): CellRange | undefined
  clear(ranges: readonly CellRange[]): void
  /**
   * Copies or cuts one block. A large one is written to the clipboard after the next paint, without `write`.
   * @param write called at once with the block; says whether it is on the clipboard. Cut cells are cleared once it is
   */
  copy(
    ranges: readonly CellRange[],
    isCut: boolean,
    write: (block: Clip) => boolean | Promise<boolean>,
  ): Promise<void>
  /** @param onReceived called with the rectangle that received the block: at once, or later for a large block */
  paste(ranges: readonly CellRange[], block: Clip, onReceived: (received: CellRange) => void): void
  /**
   * Pastes a block that may be the export of a shop, once that is known: into the cells that are in the ranges now.
   * @param on `received` as in `paste`; `importIt` is called for an export, unless the operator has undone the paste
   */
  pasteLater(
    ranges: readonly CellRange[],
    block: Clip,
    isExport: Promise<boolean>,
    on: { readonly received: (received: CellRange) => void; readonly importIt: () => void },
  ): void
  /** @param onSorted called when the lines are sorted: at once, or later where there are many */
  sortBy(column: string, descending: boolean | null, onSorted?: () => void): void
  /** Inserts as many lines as are selected. @returns the rectangle to select */
  insertLines(ranges: readonly CellRange[], where: 'above' | 'below'): CellRange | undefined
  /** Adds a line to the end of the record that a cell belongs to. @returns its cell */
  appendLine(cell: CellAddress): CellAddress | undefined
  /** @returns the rectangle of the copies */
  duplicateLines(ranges: readonly CellRange[]): CellRange | undefined
  moveLines(ranges: readonly CellRange[], by: -1 | 1): void
  removeLines(ranges: readonly CellRange[]): void
  /**
   * @param onLate called once the act can be reversed, if it is still being read; its argument reverses the act and
   *   returns the cell to move to
   * @returns the cell to move to; null where there is none
   */
  undo(onLate?: (replay: () => CellAddress | null) => void): CellAddress | null
  redo(onLate?: (replay: () => CellAddress | null) => void): CellAddress | null
}

/** The lines that a sheet shows. */
export interface GridRows {
  /** Ids of the lines on the screen; the same array until it changes. */
  rows(): readonly LineId[]
  /** Position of a line on the screen; -1 when it is not there. */
  indexOf(line: LineId): number
  /** Notes the line of the active cell. A blank one stays on the screen while other lines come. */
  activate(line: LineId | undefined): void
  /** The text that a cell shows; for callers that walk many lines. To paint a line, use `line`. */
  shown(line: LineId, column: string): string
}

/** Finds the choices of a column. */
export interface ChoiceFinder {
  match(typed: string): Matches
  all(text: string): { readonly choices: readonly Choice[]; readonly at: number }
}

/** The choices beside the editor. */
export interface Suggestions {
  readonly choices: readonly Choice[]
  /** Index of the highlighted choice; -1 for none. */
  readonly at: number
  /** Whether Enter and Tab accept the highlighted choice: the operator moved to it, or typed its beginning. */
  readonly isAccepted: boolean
}

/** The help beside the editor while a cell is edited. */
export interface EditorAssist {
  readonly line: LineId
  readonly column: Column
  readonly text: string
  readonly suggestions: Suggestions | undefined
  /** Whether the operator asked, by key, for the addresses and images of the text. */
  readonly isExpanded: boolean
}

/** Help with the cells of a column. Any text can still be typed. */
export interface ColumnHelp {
  /** The same finder for the same column; undefined for a column without choices. */
  finder(column: Column): ChoiceFinder | undefined
  /**
   * How codes are shown; the same display for the same column, undefined for a column that shows its texts as they are.
   */
  display(column: Column): ValueDisplay | undefined
  /** A note on the edited text: its length, how it is read, its address. */
  note(assist: EditorAssist): ReactNode
  /** The URL of a text; undefined where none may be opened. */
  link(column: Column, text: string): string | undefined
}

/** A folded group of columns, before the visible column at position `at`. */
export interface FoldedGroup {
  readonly group: string
  readonly name: string
  readonly at: number
  /** How many columns it hides, and how many failures these have. */
  readonly columns: number
  readonly failures: number
}

/** The layout of the columns: what the grid asks, and how it changes it. Widths are in CSS pixels. */
export interface ColumnControls {
  /** How many columns from the left are never moved. */
  fixed(): number
  /** The folded groups; the same array until they change. */
  folds(): readonly FoldedGroup[]
  /** Whether columns are hidden before the shown one at a position. */
  isAfterGap(index: number): boolean
  /** Whether a hidden column is shown temporarily. */
  isRevealed(id: string): boolean
  /** Whether folding a group would hide any column. */
  canFold(group: string): boolean
  fold(group: string, isFolded: boolean): void
  /** Sets the width that columns have in view. */
  setRoom(room: number): void
  /** @param isOver false while the width is still being dragged */
  resize(widths: ReadonlyMap<string, number>, isOver: boolean): void
  /** Ends a drag: the column gets the width of before. */
  cancelResize(): void
  /** Moves a column beside another one. */
  move(id: string, other: string, side: 'before' | 'after'): void
  /** Opens the menu of a column at its heading. */
  openMenu(id: string, heading: Element): void
}
