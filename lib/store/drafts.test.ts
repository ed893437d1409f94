import { expect, test } from 'vitest'
import { findDraft, listDrafts, readLines, renameDraft, saveLines } from './drafts'
import { describeDatabases } from './suite'

const now = new Date('2026-11-21T01:00:00Z')
const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }

describeDatabases('drafts', openTestDatabase => {
  test('lines come back verbatim, in the order of their ranks', async () => {
    const { kysely } = await openTestDatabase()
    const odd = { 'recipient.name': '髙﨑 𠮷\t"x"\n', 'items[].name': 'a\u0000b\ud800' }
    const upserts = [
      { id: 'L2', rank: 2048, texts: {} },
      { id: 'L1', rank: 1024.5, texts: odd },
    ]
    await saveLines(kysely, draft, { upserts, removes: [] }, now)
    expect(await readLines(kysely, 'd1')).toEqual([upserts[1], upserts[0]])
  })

  test('a later save changes, adds and removes lines and leaves the others', async () => {
    const { kysely } = await openTestDatabase()
    const many = Array.from({ length: 1200 }, (_, i) => ({ id: `L${i}`, rank: i, texts: { a: String(i) } }))
    await saveLines(kysely, draft, { upserts: many, removes: [] }, now)
    const later = new Date('2026-11-21T02:00:00Z')
    const upserts = [
      { id: 'L5', rank: 5, texts: { a: 'changed' } },
      { id: 'N1', rank: 5.5, texts: { a: 'new' } },
    ]
    await saveLines(kysely, draft, { upserts, removes: many.slice(6).map(line => line.id) }, later)
    expect((await readLines(kysely, 'd1')).map(line => line.texts.a)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      'changed',
      'new',
    ])
    expect(await listDrafts(kysely, 'orders/japan')).toEqual([
      { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', updatedAt: later.toISOString(), lines: 7 },
    ])
  })

  test('a draft is renamed; one that is not there says so', async () => {
    const { kysely } = await openTestDatabase()
    await saveLines(kysely, draft, { upserts: [], removes: [] }, now)
    expect(await renameDraft(kysely, 'd1', '쿠팡')).toBe(true)
    expect(await renameDraft(kysely, 'gone', 'x')).toBe(false)
    expect((await findDraft(kysely, 'd1'))?.name).toBe('쿠팡')
  })
})
