import type { HeadingLanguage } from '@/lib/import/match/dictionary/languages'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { OutgoingLine } from './layout'

// Messages between the page and the worker that writes a workbook. Lines come in chunks, so that the page never copies
// many of them at once.

/** A workbook without its lines. */
export interface WorkbookInfo {
  readonly draftId: string
  readonly draftName: string
  readonly sheet: SheetId
  readonly language: HeadingLanguage
  /** The shop's own layout, if all lines came from it. */
  readonly from?: { readonly headings: readonly string[]; readonly recipe: Recipe }
  /** Name of the visible sheet. */
  readonly name: string
}

/** A line of the workbook; the cells of its row are sent before it. */
export interface ExportedLine extends Omit<OutgoingLine, 'origin' | 'messages'> {
  /** Numbers of sentences, counted from 0 in the order in which they were sent. */
  readonly messages: readonly number[]
  /** The row of the file that it came from, and the key of its table, whose rows were sent before. */
  readonly row?: number
  readonly table?: string
}

export type WriteRequest =
  /** JSON of rows of a table, each with its number, for the lines that follow. They replace earlier rows. */
  | { readonly kind: 'rows'; readonly table: string; readonly json: string }
  /**
   * JSON of some `ExportedLine`s, which takes less memory than a structured clone, and the sentences that
   * are new in them.
   */
  | { readonly kind: 'lines'; readonly json: string; readonly sentences: readonly string[] }
  | { readonly kind: 'write'; readonly workbook: WorkbookInfo }

/** The progress of writing, from 0 to 1, and finally the workbook. */
export type WriteResponse =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'written'; readonly written: WrittenWorkbook }

/** `file`: an XLSX file; undefined where the sheet has no layout, or memory does not suffice. */
export interface WrittenWorkbook {
  readonly file: Blob | undefined
  /** Whether it has the shop's own columns; it has ours where a row of the file is unknown. */
  readonly inShopColumns: boolean
}
