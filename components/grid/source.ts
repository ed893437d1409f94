import type { ReactNode } from 'react'
import type { Column } from '@/lib/sheet/columns'
import type { LineId } from '@/lib/sheet/draft'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import type { Standing } from '@/lib/sheet/standing'
import type { GridActs, Rows } from './acts'
import type { ColumnControls } from './column-controls'
import type { Help } from './help'

/** What stands before a line: its number or id, and a sign of how it fares. */
export interface Gutter {
  readonly text: string
  readonly sign: 'none' | 'warning' | Exclude<Standing, 'awaited' | 'unchecked'>
  /** The sign in words, for those who do not see it. */
  readonly label: string
}

/** What a cell says of its text beside marks: that nobody typed it, and whether somebody is to look at it. */
export type CellNote = 'filled' | 'review'

/** Words of a column: the heading, and the name that tells it from every other. */
export interface ColumnWords {
  readonly label: string
  readonly name: string
  readonly group: string
}

/**
 * What the grid asks. It knows columns, lines and marks; what they mean, and what becomes of an edit, is
 * answered by whoever owns the sheet.
 */
export interface GridSource extends Rows, GridActs {
  /** The columns that are shown, left to right, frozen ones first, as wide as laid out; the same array until it changes. */
  columns(): readonly Column[]
  /** How many columns from the left stay in view. */
  pinned(): number
  /** How the columns are laid out, and what is done to that. */
  readonly layout: ColumnControls
  /** Changes whenever anything but a single line changes. */
  version(): number
  subscribe(listener: () => void): () => void
  subscribeLine(id: LineId, listener: () => void): () => void
  /** Changes whenever any line changes; once for all that change together. */
  linesVersion(): number
  subscribeLines(listener: () => void): () => void
  /** @param position where it stands on the screen, if that is known: then it need not be looked for */
  line(id: LineId, position?: number): LineView
  gutter(line: LineView): Gutter
  words(column: Column): ColumnWords
  /** The sentence of a mark. */
  sentence(mark: Mark): string
  /** Cells of a line that were filled, by column; undefined: none. Asked for every line that is drawn. */
  notes(line: LineView): ReadonlyMap<string, CellNote> | undefined
  /** Where the text of a filled cell came from, as a sentence; '' where it was typed. */
  note(line: LineView, column: string): string
  /** What the tip under a marked cell says. */
  tip(line: LineView, column: Column, marks: readonly Mark[]): ReactNode
  readonly help: Help
  sort(): { readonly column: string; readonly descending: boolean } | null
}
