import type { Excerpt } from '@/lib/intake/excerpt'
import type { LeftOutWhy, Origin, Understood } from '@/lib/intake/imported'
import type { PackedLines } from '@/lib/intake/pack-lines'
import type { MissingSource, Recipe, ShopState, StateAnswer } from '@/lib/intake/recipe'
import type { SetAside } from '@/lib/intake/set-aside'
import type { Book, CellCount, Encoding, EncodingPreview, TextFacts, Trouble } from '@/lib/intake/table'
import type { UnknownStatus } from '@/lib/intake/unknown-statuses'
import type { SheetId } from '@/lib/sheet/sheets'
import type { ReturnedHead } from './return-pieces'

// What the page and the worker that reads a file say to each other. The worker holds the bytes, the book and the choice.

/** How a file is to be read and understood, where that is not to be found out. */
export interface Wish {
  readonly encoding?: Encoding
  readonly delimiter?: string
  readonly password?: string
  /** Position of the table in the book, and of its header in the table's rows. */
  readonly table?: number
  /** Whether that table alone is meant, without others that have the same headings. */
  readonly isAlone?: boolean
  readonly header?: number
  readonly recipe?: Recipe
  /** By which name its lines know this reading, where they are in the sheet already. */
  readonly reading?: string
  /** What an operator said that texts of status columns mean. */
  readonly answers?: readonly StateAnswer[]
  /** Rows that come in though the shop does not want them shipped any more, by `asidePlace`. Of this once. */
  readonly anyhow?: readonly string[]
}

/** What the page asks. Each is answered; reading also by `progress` on its way. */
export type Ask =
  /** Reads the file. To be asked first, and once. */
  | {
      readonly kind: 'read'
      readonly id: string
      readonly file: File
      readonly sheet: SheetId
      readonly wish: Wish
    }
  /** What operators mapped before, which the file is understood by. To be said once; reading waits for it. */
  | { readonly kind: 'remembered'; readonly recipes: readonly Recipe[] }
  /** Reads it another way, or the file that could not be read with what was missing. */
  | { readonly kind: 'again'; readonly wish: Wish }
  /** The next lines, at most so many; they are made once they are asked for. */
  | { readonly kind: 'lines'; readonly most: number }
  /** The next of the lines that are not to be shipped any more, as they are made; `isFirst`: from the first one on. */
  | {
      readonly kind: 'aside'
      readonly means: ShopState
      readonly most: number
      readonly isFirst: boolean
    }
  /** What all lines came to. Those that were not made yet are made for it. */
  | { readonly kind: 'count' }
  /** Says that the sheet has what was read last. Nothing is answered. */
  | { readonly kind: 'settle' }
  /** The next piece of what came back. */
  | { readonly kind: 'more' }
  /** What stands in some rows of a table, by their numbers in the file. */
  | { readonly kind: 'rows'; readonly table: number; readonly numbers: readonly number[] }
  /** What whoever maps the file by hand needs to see of it. */
  | { readonly kind: 'excerpt' }
  /** Sends the original to the server, beside the draft. */
  | { readonly kind: 'keep'; readonly draftId: string }

/** What the worker says. */
export type Said =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'read'; readonly outline: Outline }
  | { readonly kind: 'returned'; readonly head: ReturnedHead }
  /** JSON of a `ReturnedPiece`; undefined: there are no more. */
  | { readonly kind: 'more'; readonly json: string | undefined }
  /** `was`: JSON of what each line was when the sheet got it, where the file is read another way. */
  | {
      readonly kind: 'lines'
      readonly packed: PackedLines
      readonly was: string | undefined
      readonly isLast: boolean
    }
  | { readonly kind: 'aside'; readonly packed: PackedLines; readonly isLast: boolean }
  | { readonly kind: 'count'; readonly counts: Counts }
  /** JSON of rows, each with its number: what is handed on to another worker need not be read by the page. */
  | { readonly kind: 'rows'; readonly json: string }
  | { readonly kind: 'excerpt'; readonly excerpt: Excerpt | undefined }
  | { readonly kind: 'kept'; readonly kept: Kept }

/** Whether the original is on the server. */
export type Kept =
  | { readonly state: 'keeping' | 'kept' }
  /** `reason`: the server's sentence, where it said one. */
  | { readonly state: 'failed'; readonly reason?: string }

/** A table of a book, as it is offered. */
export interface TableChoice {
  readonly at: number
  readonly name: string
  readonly isHidden: boolean
  readonly rows: number
}

/** A column of the file that nothing takes. */
export interface UnusedColumn {
  readonly column: number
  readonly heading: string
  /** Its first text; '' where all are blank. */
  readonly sample: string
  /** Whether it says something that every order needs, such as a line of the address, and that is lost without it. */
  readonly isUnread?: true
}

/** What is known of a file before its lines are made. */
export interface Outline {
  readonly id: string
  /** By which name lines know this way of reading the file; '' the first one. */
  readonly reading: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: Book['kind']
  readonly text?: TextFacts
  /** How the file begins in other encodings that fit it. */
  readonly previews: readonly EncodingPreview[]
  /** Those that hold anything. */
  readonly tables: readonly TableChoice[]
  /** Positions of those that came along, for they have the same headings. */
  readonly alike: readonly number[]
  /** Those that look like the same kind of records and are not imported: they are offered. */
  readonly others: readonly TableChoice[]
  /** Formulas without a result in the tables that are imported, and characters that no service takes. */
  readonly unsolved?: CellCount
  readonly nuls?: CellCount
  /** Whether nobody knows which of them is meant. */
  readonly isTableOpen: boolean
  readonly understood: Understood
  /** Whether nothing needs to be asked of what its columns mean: known, or guessed by headings that say all. */
  readonly isSure: boolean
  /** Texts of its status columns that nobody knows: the operator is asked what they mean. */
  readonly statuses: readonly UnknownStatus[]
  /** Lines that will come, as far as its rows tell. */
  readonly expected: number
  /** Columns that say the same in every line because the file does not say it. */
  readonly constants: readonly { readonly column: string; readonly text: string }[]
  readonly unused: readonly UnusedColumn[]
}

/** What the lines of a file came to. */
export interface Counts {
  /** Rows of the file that became lines. */
  readonly rows: number
  readonly lines: number
  readonly orders: number
  /** Rows that were left out, by why, each by its number in the file. */
  readonly leftOut: Readonly<Partial<Record<LeftOutWhy, readonly number[]>>>
  /** Orders, or items, that are not to be shipped any more: set aside, unless somebody brought them in after all. */
  readonly aside: readonly SetAside[]
  /** How many cells were filled otherwise than verbatim. */
  readonly filled: Readonly<Partial<Record<Origin['kind'], number>>>
  /** Rows that became lines and are hidden in the file, by `asidePlace`. */
  readonly unseen: readonly string[]
  /** Cells that somebody should look at. */
  readonly toReview: number
  /** Required columns that nothing feeds, and where each can come from. */
  readonly missing: readonly { readonly column: string; readonly from: MissingSource }[]
}

/** What a file became, as the page tells it. */
export interface Report extends Outline, Counts {}
