import 'server-only'
import type { Generated } from 'kysely'

/** Tables of files that drafts came from. */
export interface SourceTables {
  /** A file that was brought into a draft, as it was. */
  source: {
    id: string
    draft_id: string
    name: string
    /** In bytes. */
    size: number
    /** Of all its bytes, in hexadecimal digits. */
    sha256: string
    /** Of a Book (lib/intake/table.ts): `text`, `xlsx`, … */
    kind: string
    /** How many rows of `source_part` make it whole. */
    parts: number
    created_by: string
    created_at: string
    /** When the last of it arrived. */
    kept_at: string | null
    /** When its bytes went, because it tells of a person. */
    erased_at: string | null
    /** How many bytes its parts and rows take as they are stored; `countSource` keeps it. */
    stored: Generated<number>
  }
  /** A piece of a file's bytes, gzipped by itself. */
  source_part: {
    source_id: string
    position: number
    bytes: Uint8Array
  }
  /** A table of a file from which lines were taken, as it was read once; each way of reading it is kept. */
  source_table: {
    source_id: string
    /** Name of the reading (lib/intake/line-place.ts); '' the first one. */
    reading: string
    /** Position of the table in the file. */
    position: number
    /** Of files of text: in what it was read. */
    encoding: string | null
    delimiter: string | null
    name: string
    /** Position of its header in its rows; -1 where it has none. */
    header: number
    /** JSON list: its headings, one a column. */
    headings: string
    /** JSON of a Recipe (lib/intake/recipe.ts). */
    recipe: string
    /** JSON: of each column of the sheet that is fed, the columns of the file that its texts come from. */
    fed: string
  }
  /** Rows of a table: gzipped JSON of `[row of the file, texts][]`. */
  source_rows: {
    source_id: string
    /** What it was cut by: encoding and delimiter, '' of files that are no text. Readings that cut alike share them. */
    cut: string
    table_at: number
    /** The first and the last row of the file that are in it. */
    first: number
    last: number
    rows: Uint8Array
  }
}
