import type { HeadingLanguage } from '@/lib/intake/languages'
import type { Recipe } from '@/lib/intake/recipe'
import type { OutLine } from '@/lib/intake/return-layout'
import type { SheetId } from '@/lib/sheet/sheets'

// What the page and the worker that writes a workbook say to each other. Lines come in pieces, so that the page never
// copies many of them at once.

/** What the workbook is about. */
export interface About {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly language: HeadingLanguage
  /** The shop's own layout, where all lines came by it. */
  readonly from?: { readonly headings: readonly string[]; readonly recipe: Recipe }
  /** Name of the sheet that shows. */
  readonly name: string
}

/** A line that is handed over; the cells of its row come before it. */
export interface HandedLine extends Omit<OutLine, 'origin' | 'messages'> {
  /** Numbers of sentences, from 0 in the order in which these were told. */
  readonly messages: readonly number[]
  /** The row of the file that it came from, and how the rows of its table are called that came before it. */
  readonly row?: number
  readonly table?: string
}

export type WriteAsk =
  /** JSON of rows of a table, each with its number, for the lines that follow; they take the place of those before. */
  | { readonly kind: 'rows'; readonly table: string; readonly json: string }
  /** JSON of some `HandedLine`s: what was parsed takes less room than what was copied; and sentences they are the first to say. */
  | { readonly kind: 'lines'; readonly json: string; readonly sentences: readonly string[] }
  | { readonly kind: 'write'; readonly about: About }

/** What the worker says: how much is written (from 0 to 1), at last what was written. */
export type WriteSaid =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'written'; readonly written: Written }

/** `file`: an XLSX file; undefined where the sheet has no layout, or the lines do not fit into the memory. */
export interface Written {
  readonly file: Blob | undefined
  /** Whether it has the shop's own columns: it has ours where a row of the file is not known any more. */
  readonly isShop: boolean
}
