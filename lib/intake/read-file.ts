import { limits, MEGABYTE } from './limits'
import { Pace } from './pace'
import { readPart } from './read-part'
import type { ReadOptions, ReadResult } from './table'
import { Tally } from './tally'
import { Unreadable } from './unreadable'

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
    const reading = { options, tally: new Tally(), spent: { bytes: 0 }, isInside: false }
    const part = await readPart(bytes, reading, new Pace(options))
    if (part.tables.every(table => table.rows.length === 0)) {
      const isUnsolved = part.tables.some(({ unsolved }) => unsolved)
      throw new Unreadable({ code: isUnsolved ? 'unsolved' : 'empty' })
    }
    options.onProgress?.(1)
    return { ok: true, book: { name, size: bytes.length, ...part } }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { ok: false, trouble: thrown.trouble }
    throw thrown
  }
}
