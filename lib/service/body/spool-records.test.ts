import { expect, test } from 'vitest'
import type { Spool } from './spool'
import { appendRecord, readRecords } from './spool-records'

const orders = [
  { number: 'A', body: '{"x":1}' },
  { number: '', body: '' },
  { number: '주문-🚢', body: `"${'한'.repeat(40)}"` },
  { number: 'last', body: '[]' },
]

test.each([1, 2, 7, 8, 9, 15, 64, 1000])(
  'records are complete when a spool is read %i bytes at a time',
  async size => {
    const kept: Buffer[] = []
    const spool: Pick<Spool, 'append' | 'read'> = {
      append: bytes => void kept.push(Buffer.from(bytes as string)),
      async *read() {
        const all = Buffer.concat(kept)
        for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
      },
    }
    for (const { number, body } of orders) appendRecord(spool, number, Buffer.from(body))
    const read: { number: string; body: string }[] = []
    for await (const some of readRecords(spool))
      for (const { number, body } of some) read.push({ number, body: body.toString() })
    expect(read).toEqual(orders)
  },
)
