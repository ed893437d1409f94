import type { Understood } from '@/lib/intake/imported'
import { sha256Of } from '@/lib/intake/sha256'
import type { Table } from '@/lib/intake/table'
import type { Kept } from './protocol'
import type { Reader } from './reader'

/** Bytes of one part of a file, before it is packed, and rows of one piece. */
const PART = 1024 * 1024
const ROWS = 1000
/** Bytes of a packed piece that the server takes; rows with long descriptions are sent in smaller pieces. */
const MOST = 4 * 1024 * 1024
/** Characters of a name that the server takes. */
const NAME = 500
/** What did not come through is sent again after so long, in milliseconds. */
const PAUSES = [1000, 3000, 10_000]

/** Why the original is not kept: the server's sentence, where it said one. */
class Refused extends Error {
  constructor(readonly reason: string | undefined) {
    super(reason)
  }
}

/**
 * Sends a file to the server beside its draft: what was understood of it, its rows, then its bytes, each in packed
 * pieces. What is there already is not sent again.
 */
export async function keepSource(reader: Reader, draftId: string): Promise<Kept> {
  const { result, given } = reader
  if (!result) return { state: 'failed' }
  const { book, tables, reading } = result
  const at = `/drafts/${draftId}/sources`
  const sha256 = sha256Of(given.bytes)
  const parts = Math.max(1, Math.ceil(given.bytes.length / PART))
  const announce = ({ table: position, header, headings, recipe, fed }: Understood) =>
    send<{ there: number[] }>('POST', at, {
      id: given.id,
      name: book.name.slice(0, NAME),
      size: given.bytes.length,
      sha256,
      kind: book.kind,
      parts,
      table: {
        reading,
        position,
        encoding: book.text?.encoding ?? null,
        delimiter: book.text?.delimiter ?? null,
        name: (book.tables[position]?.name ?? '').slice(0, NAME),
        header,
        headings,
        recipe,
        fed,
      },
    })
  try {
    let there: readonly number[] = []
    for (const understood of tables) {
      there = (await announce(understood)).there
      const position = understood.table
      const table = book.tables[position]
      for (const piece of table ? piecesOf(table, ROWS) : []) {
        for await (const { packed, ...place } of packedRows(piece)) {
          const query = new URLSearchParams({ reading, table: String(position), ...place })
          await send('PUT', `${at}/${given.id}/rows?${query}`, packed)
        }
      }
    }
    for (let part = 0; part < parts; part++) {
      if (there.includes(part)) continue
      const bytes = given.bytes.subarray(part * PART, (part + 1) * PART)
      await send('PUT', `${at}/${given.id}/parts/${part}`, await pack(bytes))
    }
    return { state: 'kept' }
  } catch (trouble) {
    return {
      state: 'failed',
      ...(trouble instanceof Refused && trouble.reason && { reason: trouble.reason }),
    }
  }
}

/** Rows of a table, with all their texts. */
interface Rows extends Pick<Table, 'numbers'> {
  readonly rows: readonly (readonly string[])[]
}

const piecesOf = ({ rows, numbers }: Pick<Table, 'rows' | 'numbers'>, size: number): Rows[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, piece) => ({
    rows: rows.slice(piece * size, (piece + 1) * size),
    numbers: numbers.slice(piece * size, (piece + 1) * size),
  }))

/** Rows packed as the server takes them: where they are too large together, in halves. */
export async function* packedRows(
  some: Rows,
  most = MOST,
): AsyncGenerator<{ first: string; last: string; packed: Uint8Array }> {
  const { rows, numbers } = some
  const packed = await pack(JSON.stringify(numbers.map((number, i) => [number, rows[i] ?? []])))
  if (packed.length > most && rows.length > 1) {
    for (const half of piecesOf(some, Math.ceil(rows.length / 2))) yield* packedRows(half, most)
    return
  }
  yield { first: String(numbers[0] ?? 0), last: String(numbers.at(-1) ?? 0), packed }
}

async function pack(content: string | Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([content as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** @throws Refused at what the server does not take, TypeError where it cannot be reached for a while */
async function send<T>(method: string, path: string, content: object | Uint8Array): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      const isBytes = content instanceof Uint8Array
      const response = await fetch(path, {
        method,
        headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
        body: isBytes ? (content as BodyInit) : JSON.stringify(content),
      })
      if (response.ok) return response.status === 204 ? (undefined as T) : await response.json()
      // A server that is busy or starts anew takes it a little later.
      if (response.status < 500 || response.status === 507 || attempt >= PAUSES.length) {
        const problem: { detail?: string } = await response.json().catch(() => ({}))
        throw new Refused(problem.detail)
      }
    } catch (error) {
      if (error instanceof Refused || attempt >= PAUSES.length) throw error
    }
    await new Promise(resolve => setTimeout(resolve, PAUSES[attempt]))
  }
}
