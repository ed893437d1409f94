import { readCsv } from './csv-table'
import { decodeFile } from './decode-file'
import { limits, MEGABYTE } from './limits'
import { Pace } from './pace'
import { sniff } from './sniff'
import type { Book, ReadOptions, ReadResult } from './table'
import { Tally } from './tally'
import { Unreadable } from './unreadable'
import { findWorkbook, readXlsx } from './xlsx-book'
import { openZip } from './zip-archive'

/**
 * Reads a file of any kind that shops export: texts verbatim, row by row. What a file is is told by its content; its
 * name is only kept. Runs in a worker; nothing leaves it.
 * @param bytes of the whole file
 * @returns the book, or why it cannot be read
 * @throws the reason of `options.signal`, once it is aborted; nothing else
 */
export async function readFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<ReadResult> {
  try {
    if (bytes.length > limits.file * MEGABYTE) throw new Unreadable({ code: 'too_large', most: limits.file })
    const book = await read(name, bytes, options)
    if (book.tables.every(table => table.rows.length === 0)) throw new Unreadable({ code: 'empty' })
    options.onProgress?.(1)
    return { ok: true, book }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { ok: false, trouble: thrown.trouble }
    throw thrown
  }
}

async function read(name: string, bytes: Uint8Array, options: ReadOptions): Promise<Book> {
  const about = { name, size: bytes.length }
  const pace = new Pace(options)
  const kind = sniff(bytes)
  if (kind === 'zip') {
    const archive = openZip(bytes)
    const workbook = findWorkbook(archive)
    if (!workbook) throw new Unreadable({ code: 'unsupported', found: 'ZIP' })
    return { ...about, kind: 'xlsx', tables: await readXlsx(archive, workbook, pace) }
  }
  const decoded = await decodeFile(bytes, options.encoding, options.headingScore, pace.part(0, 0.4))
  const { table, delimiter } = await readCsv(
    '',
    decoded.text,
    options.delimiter,
    new Tally(),
    pace.part(0.4, 1),
  )
  return { ...about, kind: 'text', text: { encoding: decoded.encoding, delimiter }, tables: [table] }
}
