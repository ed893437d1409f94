import type { Texts } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Recipe } from './recipe'
import type { SetAside } from './set-aside'

/**
 * Keys of a line's texts that no column shows. Like columns of another sheet they travel with the line: through
 * saving, undo, the journal and other tabs. `[]` says that they belong to the line and not to its order.
 */
export const hidden = {
  /** `<file id>:<position of the table>:<row, as the file counts>`, and `:<reading>` where the file was read another way. */
  source: '[].$source',
  /** The number under which the shop knows the order, where another stands in the order's own column. */
  number: '[].$number',
  /** JSON of `Origins`: which cells were filled, from where, and with what. */
  origins: '[].$origins',
} as const

/** Where a text that nobody typed came from; the file itself is not named: `hidden.source` and the recipe tell it. */
export type OriginKind =
  | 'constant'
  | 'joined'
  | 'divided'
  | 'added'
  | 'split'
  | 'mapped'
  | 'restored'
  /** A number beyond 15 digits that stood in the file as a number: its last digits may be lost. */
  | 'cut'
  /** The buyer's; the file has none of the recipient, who may be somebody else. */
  | 'buyer'
  | 'merged'
  | 'preset'
  | 'product-master'
  | 'recipient'
  | 'postal-code'

/** A filled cell. It counts as filled only while its text is still `text`: what is typed over it is typed. */
export interface Origin {
  readonly kind: OriginKind
  readonly text: string
  /** More to say: a preset's name, a product's code, what stood in the file. */
  readonly of?: string
  /** Whether somebody should look at it. */
  readonly review?: true
}

export type Origins = Readonly<Record<string, Origin>>

/** A line that an import brings; ids and ranks are given by whoever takes it in. */
export interface ImportedLine {
  /** With the keys of `hidden`. */
  readonly texts: Texts
  /** Row of the file, as `Table.numbers` counts. */
  readonly row: number
}

/** Notices above the header, totals at the end, rows that `skip` names, and fees that are written as items. */
export type LeftOutWhy = 'notice' | 'total' | 'skipped' | 'fee'

/** How the columns of a file were understood. */
export interface Understood {
  readonly recipe: Recipe
  readonly sheet: SheetId
  /** Position of the table in the book, and of its header in the table's rows; -1 where it has none. */
  readonly table: number
  readonly header: number
  /** Headings made distinct, one a column of the file. */
  readonly headings: readonly string[]
  /** Of each column of the sheet that is fed: the file's columns (from 0) that its texts come from; none: constant. */
  readonly fed: Readonly<Record<string, readonly number[]>>
  /** Columns of the file that nothing takes. */
  readonly unused: readonly number[]
  /** How sure: 'recipe' (a known export), 'remembered' (mapped before), 'own' (our own headings), 'guess' (ask). */
  readonly by: 'recipe' | 'remembered' | 'own' | 'guess'
  /** How a file differs from those that its remembered recipe was made for; absent where it does not. */
  readonly drift?: Drift
  /** Whether every row counts, because the file is compared with what is in the sheet. */
  readonly isCompared?: true
}

/** What an operator is asked about, and nothing else, when a file's columns changed. */
export interface Drift {
  /** Columns of the file that no such file had, from 0. */
  readonly fresh: readonly number[]
  /** Headings that its recipe takes texts from and that are no longer there. */
  readonly gone: readonly string[]
  /** Columns of the sheet that lost a heading they were fed from. */
  readonly starved: readonly string[]
}

/** What a table became. */
export interface Imported {
  readonly understood: Understood
  readonly lines: readonly ImportedLine[]
  /** Rows that were left out, by file row. */
  readonly leftOut: readonly { readonly row: number; readonly why: LeftOutWhy }[]
  /** Orders, or items, that are not to be shipped any more, whether they became lines after all or not. */
  readonly aside: readonly SetAside[]
  /** Rows that became lines and are hidden in the file, by `asidePlace`. */
  readonly unseen: readonly string[]
  readonly orders: number
}
