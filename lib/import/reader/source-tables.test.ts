import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packedRows } from './source-tables'

test('rows with long descriptions are sent in as many requests as needed, each row once', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => [
    `${i}`,
    ...Array.from({ length: 40 }, () => `${Math.random()}`),
  ])
  const numbers = rows.map((_, i) => i * 2 + 2)
  const places: string[] = []
  const sent: unknown[] = []
  for await (const { first, last, packed } of packedRows({ rows, numbers }, 1000)) {
    expect(packed.length).toBeLessThanOrEqual(1000)
    places.push(`${first}-${last}`)
    sent.push(...JSON.parse(gunzipSync(packed).toString()))
  }
  expect(places.length).toBeGreaterThan(2)
  expect(sent).toEqual(numbers.map((number, i) => [number, rows[i]]))
})

test('rows that compress well are also sent in pieces that the server parses at once', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => [`${i}`, 'x'.repeat(2_000_000)])
  const lengths: number[] = []
  for await (const { packed } of packedRows({ rows, numbers: [2, 3, 4, 5, 6] }))
    lengths.push(JSON.parse(gunzipSync(packed).toString()).length)
  expect(lengths).toEqual([1, 1, 1, 1, 1])
})
