import type { Table } from '@/lib/files/book/book'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import type { FileReading } from './reading-names'

// What the server stores of a file beside its draft: how each table was read, and its rows.

const ROWS_PER_PIECE = 1000
/** Compressed bytes that the server accepts; rows with long descriptions are sent in smaller pieces. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024
/** Characters of a piece, which the server parses at once. */
const MAX_PIECE_CHARACTERS = 4_000_000
/** Characters of a name that the server accepts. */
export const MAX_NAME_LENGTH = 500

/** A table of a file in one reading, as the server stores it. */
export interface SourceTableForm {
  readonly reading: string
  readonly position: number
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly name: string
  readonly header: number
  readonly headings: readonly string[]
  readonly recipe: DetectedMapping['recipe']
  /** `DetectedMapping.mapped`, under the name that it is stored by. */
  readonly fed: DetectedMapping['mapped']
}

/** An imported table of a file. */
export function sourceTableOf(
  { table: position, header, headings, recipe, mapped }: DetectedMapping,
  { book, reading }: Pick<FileReading, 'book' | 'reading'>,
): SourceTableForm {
  return {
    reading,
    position,
    encoding: book.text?.encoding ?? null,
    delimiter: book.text?.delimiter ?? null,
    name: (book.tables[position]?.name ?? '').slice(0, MAX_NAME_LENGTH),
    header,
    headings,
    recipe,
    fed: mapped,
  }
}

/** Rows of a table, with all their texts. */
interface Rows extends Pick<Table, 'numbers'> {
  readonly rows: readonly (readonly string[])[]
}

/** Gzipped JSON of `[number, texts][]`, and the numbers of its first and last row. */
export interface PackedRows {
  readonly first: string
  readonly last: string
  readonly packed: Uint8Array
}

/** All rows of a table, compressed for the server in pieces. */
export async function* packedRowsOf(
  table: Pick<Table, 'rows' | 'numbers'> | undefined,
): AsyncGenerator<PackedRows> {
  for (const piece of table ? piecesOf(table, ROWS_PER_PIECE) : []) yield* packedRows(piece)
}

/** Compresses rows for the server; rows that are too large together are halved. */
export async function* packedRows(some: Rows, most = MAX_PIECE_BYTES): AsyncGenerator<PackedRows> {
  const { rows, numbers } = some
  const json = JSON.stringify(numbers.map((number, i) => [number, rows[i] ?? []]))
  const packed = json.length > MAX_PIECE_CHARACTERS && rows.length > 1 ? undefined : await pack(json)
  if (!packed || (packed.length > most && rows.length > 1)) {
    for (const half of piecesOf(some, Math.ceil(rows.length / 2))) yield* packedRows(half, most)
    return
  }
  yield { first: String(numbers[0] ?? 0), last: String(numbers.at(-1) ?? 0), packed }
}

const piecesOf = ({ rows, numbers }: Pick<Table, 'rows' | 'numbers'>, size: number): Rows[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, piece) => ({
    rows: rows.slice(piece * size, (piece + 1) * size),
    numbers: numbers.slice(piece * size, (piece + 1) * size),
  }))

/** Gzip, in a browser and in Node. */
export async function pack(content: string | Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([content as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
