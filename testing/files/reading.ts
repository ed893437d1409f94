import type { Book, Table } from '@/lib/files/book/book'
import type { ReadFailure } from '@/lib/files/book/read-error'
import type { FileReadOptions } from '@/lib/files/book/read-options'
import { readFile } from '@/lib/files/read'

/** A table with all its texts. */
export interface WholeTable extends Table {
  readonly rows: readonly (readonly string[])[]
}

/** Reads a readable file. */
export async function readBook(
  bytes: Uint8Array,
  options?: FileReadOptions,
  name = 'export',
): Promise<Book & { readonly tables: readonly WholeTable[] }> {
  const read = await readFile(name, bytes, options)
  if (!read.ok) throw new Error(`not read: ${JSON.stringify(read.failure)}`)
  const { book } = read
  return { ...book, tables: book.tables.map(table => ({ ...table, rows: table.rows.slice() })) }
}

/** The first table of a readable file. */
export async function readTable(bytes: Uint8Array, options?: FileReadOptions): Promise<WholeTable> {
  const [table] = (await readBook(bytes, options)).tables
  if (!table) throw new Error('no table')
  return table
}

/** Why a file is not read. */
export async function failureOf(bytes: Uint8Array, options?: FileReadOptions): Promise<ReadFailure> {
  const read = await readFile('export', bytes, options)
  if (read.ok) throw new Error('it was read')
  return read.failure
}
