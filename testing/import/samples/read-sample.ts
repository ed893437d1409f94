import type { ImportedLine } from '@/lib/import/lines/compact/compact-line'
import { type ImportedTable, importTable } from '@/lib/import/lines/import-table'
import { detectMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originsOf } from '@/lib/import/recipe/values/origins'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { bookOf } from '@/testing/import/book-of-rows'
import type { Sample } from './sample'

/** A line in a test: the row of the file, its texts, and the origins of derived texts. */
interface StatedLine {
  readonly row: number
  readonly texts: Readonly<Record<string, string>>
  /** The kind of origin, the text in the file, and `?` if the cell is marked for review: `restored 1 + 41 ?`. */
  readonly made: Readonly<Record<string, string>>
}

/** Imports a made-up export like a file. */
export function readSample({ rows }: Pick<Sample, 'rows'>, sheet: SheetId): ImportedTable {
  const book = bookOf(rows)
  return importTable(book, detectMapping(book, { sheet }), 'file')
}

/** The texts of a line, without blank cells and its source position. */
export function stated({ row, texts }: ImportedLine): StatedLine {
  const left = new Set<string>([hiddenColumns.source, hiddenColumns.origins])
  return {
    row,
    texts: Object.fromEntries(Object.entries(texts).filter(([id, text]) => text !== '' && !left.has(id))),
    made: Object.fromEntries(
      Object.entries(originsOf(texts)).map(([id, { kind, of, review }]) => [
        id,
        [kind, of, review && '?'].filter(Boolean).join(' '),
      ]),
    ),
  }
}
