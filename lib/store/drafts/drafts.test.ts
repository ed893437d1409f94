import { expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { countDrafts, findFreeName, listDrafts } from './draft-list'
import {
  findDraft,
  findDraftLifecycle,
  readLines,
  renameDraft,
  saveLines,
  setDraftConnection,
} from './drafts'
import { archiveDraft, deleteDraft } from './lifecycle'

const now = new Date('2026-11-21T01:00:00Z')
const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }

describeDatabases('drafts', openTestDatabase => {
  test('thousands of lines are read consistently despite concurrent saves', async () => {
    const { kysely, write } = await openTestDatabase()
    const lines = (a: string) =>
      Array.from({ length: 2500 }, (_, rank) => ({ id: `line ${10_000 - rank}`, rank, texts: { a } }))
    const save = (a: string) => write(trx => saveLines(trx, draft, { upserts: lines(a), removes: [] }, now))
    await save('before')
    const reading = readLines(kysely, draft.id)
    const saving = save('after')
    const read = await reading
    expect(read.map(line => line.rank)).toEqual(lines('').map(line => line.rank))
    expect(new Set(read.map(line => line.texts.a)).size).toBe(1)
    await saving
    expect(await readLines(kysely, draft.id)).toEqual(lines('after'))
  })

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
    expect(await listDrafts(kysely, { sheet: 'orders/japan', isArchived: false }, 9, 0)).toMatchObject([
      { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', updatedAt: later.toISOString(), lines: 7 },
    ])
  })

  test('a draft can be renamed; a missing one returns false', async () => {
    const { kysely } = await openTestDatabase()
    await saveLines(kysely, draft, { upserts: [], removes: [] }, now)
    expect(await renameDraft(kysely, 'd1', '쿠팡')).toBe(true)
    expect(await renameDraft(kysely, 'gone', 'x')).toBe(false)
    expect((await findDraft(kysely, 'd1'))?.name).toBe('쿠팡')
  })

  test('a draft keeps the connection with which it was saved first, until another is chosen', async () => {
    const { kysely } = await openTestDatabase()
    const save = (connectionId?: string) =>
      saveLines(kysely, { ...draft, connectionId }, { upserts: [], removes: [] }, now)
    const stored = async () => (await findDraft(kysely, 'd1'))?.connectionId
    await save('sandbox')
    await save('another')
    expect(await stored()).toBe('sandbox')
    expect(await setDraftConnection(kysely, 'd1', 'another')).toBe(true)
    await save('sandbox')
    expect(await stored()).toBe('another')
    expect(await setDraftConnection(kysely, 'gone', 'another')).toBe(false)
  })

  test('a list has the draft that was edited last first, page by page, and says how many there are', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await addOperator(kysely, { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' })
    for (const [i, sheet] of ['orders/japan', 'products', 'orders/japan'].entries()) {
      const head = { id: `d${i}`, sheet, name: `No. ${i}`, operatorId: mina.id, records: i }
      await saveLines(kysely, head, { upserts: [], removes: [] }, new Date(now.getTime() + i))
    }
    const current = { isArchived: false }
    expect((await listDrafts(kysely, current, 2, 0)).map(one => one.id)).toEqual(['d2', 'd1'])
    expect(await listDrafts(kysely, current, 2, 2)).toMatchObject([
      { id: 'd0', records: 0, editedBy: 'Mina' },
    ])
    expect((await listDrafts(kysely, { ...current, sheet: 'products' }, 9, 0)).map(one => one.id)).toEqual([
      'd1',
    ])
    await archiveDraft(kysely, 'd2', { operatorId: mina.id, at: now.toISOString() })
    expect(await countDrafts(kysely, undefined)).toEqual({ current: 2, finished: 0, archived: 1 })
    expect(await countDrafts(kysely, 'products')).toEqual({ current: 1, finished: 0, archived: 0 })
    expect((await listDrafts(kysely, { isArchived: true }, 9, 0)).map(one => one.id)).toEqual(['d2'])
  })

  test('an archived draft rejects edits until it is restored', async () => {
    const { kysely } = await openTestDatabase()
    const changes = { upserts: [{ id: 'L1', rank: 1, texts: { a: '1' } }], removes: [] }
    await saveLines(kysely, draft, changes, now)
    const archived = { operatorId: 'o1', at: now.toISOString() }
    expect(await archiveDraft(kysely, 'd1', archived)).toBe(true)
    expect(await archiveDraft(kysely, 'd1', archived)).toBe(false)
    const edit = { upserts: [{ id: 'L1', rank: 1, texts: { a: '2' } }], removes: [] }
    expect(await saveLines(kysely, draft, edit, now)).toMatchObject({ state: 'archived', at: archived.at })
    expect(await readLines(kysely, 'd1')).toEqual(changes.upserts)
    expect(await archiveDraft(kysely, 'd1', null)).toBe(true)
    expect(await saveLines(kysely, draft, edit, now)).toEqual({ state: 'open' })
  })

  test('a deleted draft loses its texts, and no save restores it', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await addOperator(kysely, { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' })
    const changes = { upserts: [{ id: 'L1', rank: 1, texts: { a: '1' } }], removes: [] }
    await saveLines(kysely, draft, changes, now)
    expect(await deleteDraft(kysely, 'd1', mina.id, now.toISOString())).toBe(true)
    expect(await deleteDraft(kysely, 'd1', mina.id, now.toISOString())).toBe(false)
    expect(await saveLines(kysely, draft, changes, now)).toEqual({
      state: 'deleted',
      by: 'Mina',
      at: now.toISOString(),
    })
    expect(await findDraftLifecycle(kysely, 'd1')).toMatchObject({ state: 'deleted' })
    expect(await readLines(kysely, 'd1')).toEqual([])
    expect(await findDraft(kysely, 'd1')).toBeUndefined()
    expect(await renameDraft(kysely, 'd1', 'x')).toBe(false)
    expect(await archiveDraft(kysely, 'd1', null)).toBe(false)
    expect(await countDrafts(kysely, undefined)).toEqual({ current: 0, finished: 0, archived: 0 })
  })

  test('a new draft gets a name that no other has', async () => {
    const { kysely } = await openTestDatabase()
    const save = (id: string, name: string) =>
      saveLines(kysely, { ...draft, id, name }, { upserts: [], removes: [] }, now)
    expect(await findFreeName(kysely, 'Monday')).toBe('Monday')
    await save('d1', 'Monday')
    await save('d2', 'Monday (3)')
    expect(await findFreeName(kysely, 'Monday')).toBe('Monday (2)')
    await save('d3', 'Monday (2)')
    expect(await findFreeName(kysely, 'Monday')).toBe('Monday (4)')
  })
})
