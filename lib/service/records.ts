import 'server-only'
import type { Spool } from './spool'

/** An order in a spool: its number, and its bytes as they were sent (none where only numbers are kept). */
export interface OrderRecord {
  readonly number: string
  readonly body: Buffer
}

/** Length of the number and of the body, 4 bytes each. */
const HEAD = 8
const head = Buffer.alloc(HEAD)
const nothing = Buffer.alloc(0)

/** Adds a record. */
export function appendRecord(spool: Pick<Spool, 'append'>, number: string, body: Uint8Array = nothing): void {
  head.writeUInt32LE(Buffer.byteLength(number), 0)
  head.writeUInt32LE(body.length, 4)
  spool.append(head)
  spool.append(number)
  spool.append(body)
}

/** The records of a spool, as many at a time as come along in `size` bytes. */
export async function* readRecords(
  spool: Pick<Spool, 'read'>,
  size?: number,
): AsyncGenerator<readonly OrderRecord[]> {
  let rest: Buffer = nothing
  for await (const bytes of spool.read(size)) {
    const records: OrderRecord[] = []
    let at = 0
    if (rest.length > 0) {
      // Only the record that was cut is put together: what lies in memory twice is let go much later.
      at = missing(rest, bytes)
      rest = Buffer.concat([rest, bytes.subarray(0, at)])
      if (missing(rest, nothing) > 0) continue
      records.push(readRecord(rest, 0, rest.length))
    }
    for (let end = endOf(bytes, at); end <= bytes.length; end = endOf(bytes, at)) {
      records.push(readRecord(bytes, at, end))
      at = end
    }
    rest = bytes.subarray(at)
    yield records
  }
}

/** Where the record that begins at `at` ends; beyond all bytes when its head is not whole. */
function endOf(bytes: Buffer, at: number): number {
  if (bytes.length - at < HEAD) return Number.POSITIVE_INFINITY
  return at + HEAD + bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4)
}

/** How many bytes the record that begins with `rest` still wants; of `next` comes what it is long, no more. */
function missing(rest: Buffer, next: Buffer): number {
  const head = rest.length < HEAD ? Buffer.concat([rest, next.subarray(0, HEAD - rest.length)]) : rest
  return endOf(head, 0) - rest.length
}

function readRecord(bytes: Buffer, at: number, end: number): OrderRecord {
  const body = at + HEAD + bytes.readUInt32LE(at)
  return { number: bytes.toString('utf8', at + HEAD, body), body: bytes.subarray(body, end) }
}
