import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { describeDatabases } from '@/testing/store/databases'
import { joinBytes, jsonRows, partOfBytes } from './json-rows'

const columns = { name: 'text', amount: 'integer' } as const

async function readBack(db: Db, rows: readonly { name: string | null; amount: number | null }[]) {
  const found = await sql<{ name: string; amount: number }>`
    select name, amount from ${jsonRows(db, columns, rows)} as given`.execute(db)
  return found.rows.map(({ name, amount }) => ({ name, amount }))
}

describeDatabases('rows of one parameter', openTestDatabase => {
  test('come back in their order, with texts in any script, digits that stay texts, and nothing where nothing is', async () => {
    const { kysely } = await openTestDatabase()
    const rows = [
      { name: '山田 "太郎"\\u0000\n', amount: 1 },
      { name: '007', amount: -9_007_199_254_740_991 },
      { name: '', amount: 0 },
      { name: null, amount: null },
    ]
    expect(await readBack(kysely, rows)).toEqual(rows)
  })

  test('have columns whose value is the same in all rows, also where it is null', async () => {
    const { kysely } = await openTestDatabase()
    const rows = [
      { name: null, amount: 7 },
      { name: null, amount: 7 },
    ]
    expect(await readBack(kysely, rows)).toEqual(rows)
    expect(await readBack(kysely, rows.slice(1))).toEqual(rows.slice(1))
    expect(await readBack(kysely, [])).toEqual([])
  })

  test('hold no text with NUL, and a replacement character for half of a pair', async () => {
    const { kysely } = await openTestDatabase()
    for (const rows of [
      [{ name: 'a\0b', amount: 1 }],
      [
        { name: 'a\0b', amount: 1 },
        { name: 'a\0b', amount: 2 },
      ],
    ])
      await expect(readBack(kysely, rows)).rejects.toThrow()
    expect(await readBack(kysely, [{ name: 'a\ud83d', amount: 1 }])).toEqual([{ name: 'a\ufffd', amount: 1 }])
  })

  test('have bytes of any value and length, or none', async () => {
    const { kysely } = await openTestDatabase()
    const parts = [Uint8Array.of(0, 255, 0), null, new Uint8Array(), Uint8Array.of(7)]
    const joined = joinBytes(parts)
    const given = jsonRows(kysely, { start: 'integer', length: 'integer' }, joined.places)
    const { rows } = await sql<{ bytes: Uint8Array | null }>`
      select ${partOfBytes(kysely, joined, 'start', 'length')} as bytes from ${given} as given`.execute(
      kysely,
    )
    expect(rows.map(({ bytes }) => bytes && [...new Uint8Array(bytes)])).toEqual(
      parts.map(part => part && [...part]),
    )
  })
})
