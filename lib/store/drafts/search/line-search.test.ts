import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveLines } from '@/lib/store/drafts/drafts'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { eraseLines } from '@/lib/store/drafts/line-erasure'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases } from '@/testing/store/databases'
import { searchDrafts } from './draft-search'
import { backfillSearchKeys, searchLines } from './line-search'

const now = new Date('2026-11-21T01:00:00.000Z')
const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10 11-21', operatorId: 'o1' }
const NUMBER = 'orderInfo.mallOrderNumber'
const NAME = 'recipient.name'
const line = (id: string, texts: Record<string, string>) => ({ id, rank: 1, texts })

describeDatabases('the search of drafts', openTestDatabase => {
  test('an order that is not registered yet is found by the beginning of its number, in any spelling', async () => {
    const database = await openTestDatabase()
    const upserts = [
      line('a', { [NUMBER]: 'QX-1001', [NAME]: '山田 太郎' }),
      line('b', { [NUMBER]: 'QX-1001', [NAME]: '' }),
      line('c', { [NUMBER]: 'QX-2002' }),
    ]
    await saveLines(database.kysely, draft, { upserts, removes: [] }, now)
    const numbersOf = async (text: string) =>
      (await searchLines(database, text, 8)).map(found => found.number)
    expect(await numbersOf('qx-1')).toEqual(['QX-1001'])
    expect(await numbersOf('ＱＸ－１００１')).toEqual(['QX-1001'])
    expect(await numbersOf('QX-')).toEqual(['QX-1001', 'QX-2002'])
    expect(await numbersOf('1001')).toEqual([])
    expect(await numbersOf(' ')).toEqual([])
    const [found] = await searchLines(database, 'qx-2', 8)
    expect(found).toEqual({
      draftId: 'd1',
      draftName: 'Qoo10 11-21',
      sheet: 'orders/japan',
      isArchived: false,
      lineId: 'c',
      number: 'QX-2002',
      name: '',
      updatedAt: now.toISOString(),
    })
  })

  test('an order is found by its recipient, a product by its ID and its name', async () => {
    const database = await openTestDatabase()
    await saveLines(
      database.kysely,
      draft,
      { upserts: [line('a', { [NUMBER]: 'N1', [NAME]: '김 민지' })], removes: [] },
      now,
    )
    await saveLines(
      database.kysely,
      { ...draft, id: 'd2', sheet: 'products' },
      { upserts: [line('p', { shopProductId: 'P-77', productName: 'Wool Scarf' })], removes: [] },
      now,
    )
    const idsOf = async (text: string) => (await searchLines(database, text, 8)).map(found => found.lineId)
    expect(await idsOf('김민')).toEqual(['a'])
    expect(await idsOf('wool sc')).toEqual(['p'])
    expect(await idsOf('p-7')).toEqual(['p'])
  })

  test('edited, removed, erased and deleted texts are not found', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const save = (texts: Record<string, string>, removes: string[] = []) =>
      saveLines(kysely, draft, { upserts: [line('a', texts)], removes }, now)
    const isFound = async (text: string) => (await searchLines(database, text, 8)).length > 0
    await save({ [NUMBER]: 'OLD-1', [NAME]: '김민지' })
    await save({ [NUMBER]: 'NEW-1', [NAME]: '이서준' })
    expect([await isFound('OLD-1'), await isFound('김민지')]).toEqual([false, false])
    expect([await isFound('NEW-1'), await isFound('이서준')]).toEqual([true, true])
    const erasure = { lines: ['a'], columns: new Set([NAME]), protectedBy: 'needed', erasing: [] } as const
    await eraseLines(kysely, 'd1', erasure, now)
    expect([await isFound('NEW-1'), await isFound('이서준')]).toEqual([true, false])
    await saveLines(kysely, draft, { upserts: [line('b', { [NUMBER]: 'B-1' })], removes: ['a'] }, now)
    expect([await isFound('NEW-1'), await isFound('B-1')]).toEqual([false, true])
    await deleteDraft(kysely, 'd1', 'o1', now.toISOString())
    expect(await isFound('B-1')).toBe(false)
  })

  test('texts that a database refuses are saved, and found by what is left of them', async () => {
    const database = await openTestDatabase()
    const upserts = [line('a', { [NUMBER]: 'N\0-1\ud800', [NAME]: '\0' })]
    await saveLines(database.kysely, draft, { upserts, removes: [] }, now)
    expect(await searchLines(database, 'N-1', 8)).toMatchObject([{ lineId: 'a', number: 'N\0-1\ud800' }])
  })

  test('lines from before the search existed are found after the daily work', async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0042-search'),
    )
    const old = await openTestDatabase(before)
    await sql`insert into draft (id, sheet, name, created_by, created_at, updated_at)
      values ('d1', 'orders/japan', 'Old', 'o1', ${now.toISOString()}, ${now.toISOString()})`.execute(
      old.kysely,
    )
    for (const id of ['a', 'b', 'c'])
      await sql`insert into draft_line (draft_id, line_id, rank, texts)
        values ('d1', ${id}, 1, ${JSON.stringify({ A: `OLD-${id}` })})`.execute(old.kysely)
    const [step] = migrations.slice(before.length)
    await old.write(trx => step?.up(trx, old.dialect) ?? Promise.resolve())
    expect(await searchLines(old, 'old-', 8)).toEqual([])
    expect(await backfillSearchKeys(old, 2)).toBe(false)
    expect(await backfillSearchKeys(old, 2)).toBe(true)
    expect((await searchLines(old, 'old-', 8)).map(found => found.lineId)).toEqual(['a', 'b', 'c'])
  })

  test('a draft is found by any part of its name, the last edited one first', async () => {
    const { kysely } = await openTestDatabase()
    for (const [id, name, minute] of [
      ['d1', 'Qoo10 11-20', 1],
      ['d2', 'Rakuten 11-20', 2],
      ['d3', 'Qoo10 11-21', 3],
    ] as const) {
      const at = new Date(now.getTime() + minute * 60_000)
      await saveLines(kysely, { ...draft, id, name }, { upserts: [], removes: [] }, at)
    }
    const idsOf = async (text: string) => (await searchDrafts(kysely, text, 8)).map(found => found.id)
    expect(await idsOf('qoo')).toEqual(['d3', 'd1'])
    expect(await idsOf('１１-２０')).toEqual(['d2', 'd1'])
    expect(await idsOf('')).toEqual([])
    await deleteDraft(kysely, 'd3', 'o1', now.toISOString())
    expect(await idsOf('qoo')).toEqual(['d1'])
  })
})
