import { type ImportedTable, importTable } from '@/lib/import/lines/import-table'
import { type DetectedMapping, detectMapping } from '@/lib/import/match/detect-mapping'
import { guessRecipe } from '@/lib/import/match/guess/guess'
import { isKnownHeading } from '@/lib/import/match/known-headings'
import { findHeader } from '@/lib/import/match/table/headings'
import { isSureMapping, type UnreadColumn, unreadColumns } from '@/lib/import/match/unread-columns'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { bookOf } from './book-of-rows'

/** The result of the general reader for a file of an unknown shop. */
export interface GeneralReading {
  readonly mapping: DetectedMapping
  /** Whether the file opens without a question. */
  readonly isSure: boolean
  readonly unread: readonly UnreadColumn[]
  /** Headings of `unread`. */
  readonly notRead: readonly string[]
  readonly lines: ImportedTable['lines']
}

/** Reads rows as a file of a shop without a recipe, whatever its headings are. */
export function readGenerally(
  rows: readonly (readonly string[])[],
  sheet: SheetId = 'orders/japan',
): GeneralReading {
  const book = bookOf(rows)
  const [table] = book.tables
  if (!table) throw new Error('there is no table')
  const header = findHeader(table, text => isKnownHeading(text, sheet))
  const { recipe } = guessRecipe(table, header, sheet)
  const mapping: DetectedMapping = {
    ...detectMapping(book, { sheet, table: 0, header, recipe }),
    by: 'guess',
  }
  const unread = unreadColumns(mapping, table)
  return {
    mapping,
    isSure: isSureMapping(mapping, table, unread),
    unread,
    notRead: unread.map(({ column }) => mapping.headings[column] ?? ''),
    lines: importTable(book, mapping).lines,
  }
}
