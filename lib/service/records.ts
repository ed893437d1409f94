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
export function appendRecord(spool: Spool, number: string, body: Uint8Array = nothing): void {
  head.writeUInt32LE(Buffer.byteLength(number), 0)
  head.writeUInt32LE(body.length, 4)
  spool.append(head)
  spool.append(number)
  spool.append(body)
}

/** The records of a spool, as many at a time as come along. */
export async function* readRecords(spool: Spool): AsyncGenerator<readonly OrderRecord[]> {
  let rest: Buffer = nothing
  for await (const chunk of spool.read()) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const records: OrderRecord[] = []
    let at = 0
    while (bytes.length - at >= HEAD) {
      const body = at + HEAD + bytes.readUInt32LE(at)
      const end = body + bytes.readUInt32LE(at + 4)
      if (end > bytes.length) break
      records.push({
        number: bytes.toString('utf8', at + HEAD, body),
        body: bytes.subarray(body, end),
      })
      at = end
    }
    rest = bytes.subarray(at)
    yield records
  }
}
