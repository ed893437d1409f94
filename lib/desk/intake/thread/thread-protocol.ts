import type { ReadFailure } from '@/lib/files/book/read-error'
import type { PackedLines } from '@/lib/import/lines/compact/pack-lines'
import type { StoredPreset } from '@/lib/import/lines/fill/source-loader'
import type { ImportCounts } from '@/lib/import/reader/protocol'
import type { ImportQuestion } from '@/lib/import/reader/question'
import type { PackedRows, SourceTableForm } from '@/lib/import/reader/source-tables'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { Texts } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'

// Messages between the server and the thread that reads one file.

/** A file for a thread. */
export interface FileToRead {
  readonly id: string
  readonly name: string
  readonly bytes: Uint8Array
  /** The sheet that must be filled; undefined: the one that the file fits. */
  readonly sheet: SheetId | undefined
}

/** Why a file cannot be read, without texts of the file. `no_rows`: it has headings without rows. */
export type UnreadableFile = Omit<ReadFailure, 'previews' | 'code'> & {
  readonly code: ReadFailure['code'] | 'no_rows'
  readonly at?: number
  readonly most?: number
  readonly found?: string
}

/** What a thread found in a file. */
export type OpenedFile =
  | {
      readonly kind: 'lines'
      readonly sheet: SheetId
      /** The kind of the book: `text`, `xlsx`, … */
      readonly bookKind: string
      readonly expected: number
      readonly tables: readonly SourceTableForm[]
      /** The id of the saved mapping or known export that it was read with. */
      readonly recipeId: string
    }
  /** An operator must answer a question; `returned`: the file was downloaded from a draft and comes back. */
  | {
      readonly kind: 'question'
      readonly question: ImportQuestion | 'returned'
      readonly sheet: SheetId
    }
  | { readonly kind: 'unreadable'; readonly failure: UnreadableFile; readonly sheet: SheetId }

/** Calls of the server: the first one is `open`. */
export interface ThreadCalls {
  open: { readonly in: FileToRead; readonly out: OpenedFile }
  lines: {
    readonly in: { readonly limit: number }
    readonly out: { readonly packed: PackedLines; readonly isLast: boolean }
  }
  /** The next rows of the imported tables; undefined after the last ones. */
  rows: { readonly in: object; readonly out: (PackedRows & { readonly position: number }) | undefined }
  counts: { readonly in: object; readonly out: ImportCounts }
}

/** What a thread asks the server for while it reads. */
export interface SourceCalls {
  recipes: { readonly in: { readonly sheet: SheetId }; readonly out: readonly Recipe[] }
  presets: { readonly in: { readonly sheet: SheetId }; readonly out: readonly StoredPreset[] }
  rules: { readonly in: { readonly sheet: SheetId }; readonly out: readonly ImportRule[] }
  codes: { readonly in: object; readonly out: ReadonlySet<string> | undefined }
  products: { readonly in: { readonly codes: readonly string[] }; readonly out: ReadonlyMap<string, Texts> }
}

/** One call, in either direction. */
export interface CallMessage {
  readonly call: string
  readonly id: number
  readonly input: unknown
}

/** Its result, or that it failed. */
export interface ReplyMessage {
  readonly reply: number
  readonly value?: unknown
  readonly failed?: true
}
