import 'server-only'
import type { Spool } from './spool'

/** An order in a spool: its number, and its bytes as they were sent (empty where only numbers are stored). */
export interface OrderRecord {
  readonly number: string
  readonly body: Buffer
}

/** Lengths of number and body, 4 bytes each. */
const HEADER_BYTES = 8
const head = Buffer.alloc(HEADER_BYTES)
const nothing = Buffer.alloc(0)

/** Writes the number of an order, and its body if it is needed again. */
export function appendRecord(spool: Pick<Spool, 'append'>, number: string, body: Uint8Array = nothing): void {
  head.writeUInt32LE(Buffer.byteLength(number), 0)
  head.writeUInt32LE(body.length, 4)
  spool.append(head)
  spool.append(number)
  spool.append(body)
}

/** The records of a spool, in groups of about `size` bytes. */
export async function* readRecords(
  spool: Pick<Spool, 'read'>,
  size?: number,
): AsyncGenerator<readonly OrderRecord[]> {
  let rest: Buffer = nothing
  for await (const bytes of spool.read(size)) {
    const records: OrderRecord[] = []
    let at = 0
    if (rest.length > 0) {
      // Only a split record is copied: copies in memory are garbage-collected much later.
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

/** The end of the record at `at`; infinite if its header is incomplete. */
function endOf(bytes: Buffer, at: number): number {
  if (bytes.length - at < HEADER_BYTES) return Number.POSITIVE_INFINITY
  return at + HEADER_BYTES + bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4)
}

/** How many bytes are missing from the record that begins with `rest`; `next` follows it. */
function missing(rest: Buffer, next: Buffer): number {
  const head =
    rest.length < HEADER_BYTES ? Buffer.concat([rest, next.subarray(0, HEADER_BYTES - rest.length)]) : rest
  return endOf(head, 0) - rest.length
}

function readRecord(bytes: Buffer, at: number, end: number): OrderRecord {
  const body = at + HEADER_BYTES + bytes.readUInt32LE(at)
  return { number: bytes.toString('utf8', at + HEADER_BYTES, body), body: bytes.subarray(body, end) }
}
