import type { SheetId } from '@/lib/sheet/sheets'
import { importBook } from '../../import-book'
import { hidden, type Imported, type ImportedLine } from '../../imported'
import { originsOf } from '../../origins'
import { bookOf } from '../../sample-book'
import { understand } from '../../understand'
import type { Sample } from './sample'

/** A line as a test states it: the row of the file, what its cells say, and which of them were made from what. */
export interface StatedLine {
  readonly row: number
  readonly texts: Readonly<Record<string, string>>
  /** `kind`, what stood in the file, and `?` where somebody should look: `restored 1 + 41 ?`. */
  readonly made: Readonly<Record<string, string>>
}

/** Imports a made-up export as a file of it would be. */
export function readSample({ rows }: Pick<Sample, 'rows'>, sheet: SheetId): Imported {
  const book = bookOf(rows)
  return importBook(book, understand(book, { sheet }), 'file')
}

/** What a line says, its blank cells and where it stands in the file left out. */
export function stated({ row, texts }: ImportedLine): StatedLine {
  const left = new Set<string>([hidden.source, hidden.origins])
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
