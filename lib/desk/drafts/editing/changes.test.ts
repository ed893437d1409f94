import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import { ageEditingSession, endEditingSession } from '@/lib/store/drafts/editing-sessions'
import { addOperator, type Operator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { readDraftChanges } from './changes'
import { mergeIntoDraft } from './save'

const now = new Date('2026-11-21T01:00:00.000Z')
const start = { revision: 1, line: '' }

/** A draft with one line 'x', which two people have open. */
async function opened(database: TestDatabase) {
  const people: Operator[] = []
  for (const name of ['Mina', 'Kim']) {
    const account = { email: `${name}@x`, name, passwordHash: '-', role: 'editor' } as const
    people.push(await addOperator(database.kysely, account))
  }
  const draftId = randomUUID()
  const seqs = new Map<string, number>()
  const save = (who: number, about: Partial<SaveRequest>) => {
    const editingSession = `s${who}`
    const seq = about.seq ?? (seqs.get(editingSession) ?? 0) + 1
    seqs.set(editingSession, seq)
    const request: SaveRequest = {
      draftId,
      sheetId: 'orders/japan',
      connectionId: 'none',
      name: 'Qoo10',
      records: 1,
      seen: 0,
      lines: [],
      removes: [],
      ...about,
      editingSession,
      seq,
    }
    return database.write(trx => mergeIntoDraft(trx, request, people[who]?.id ?? '', now))
  }
  const changes = (who: number, since = start, notified = 0, at = now) =>
    readDraftChanges(database, { draftId, id: `s${who}` }, people[who]?.id ?? '', since, notified, at)
  await save(0, { lines: [{ id: 'a', rank: 1, texts: { name: 'x' }, before: null }] })
  await changes(0)
  await changes(1)
  return { save, changes, draftId, them: people[1]?.id ?? '' }
}

const edit = (text: string, before: string) => ({
  lines: [{ id: 'a', rank: 1, texts: { name: text }, before: { name: before } }],
})

describeDatabases('changes of a draft', openTestDatabase => {
  test('participants are listed, and their changes have their names', async () => {
    const { save, changes } = await opened(await openTestDatabase())
    await save(1, edit('Kim', 'x'))
    expect(await changes(0, { revision: 2, line: '' })).toMatchObject({
      revision: 2,
      next: null,
      participants: [{ name: 'Kim', isYou: false }],
      lines: [{ id: 'a', texts: { name: 'Kim' }, by: 's1' }],
      people: { s1: { name: 'Kim', isYou: false } },
      notices: [],
    })
    expect(await changes(0, { revision: 3, line: '' })).toMatchObject({ lines: [], people: {} })
  })

  test('a browser that was killed disappears after twenty seconds, unless it sends something again', async () => {
    const database = await openTestDatabase()
    const { changes, draftId, them } = await opened(database)
    const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    const present = async (seconds: number) =>
      (await changes(0, start, 0, after(seconds)))?.participants.length
    const lose = () =>
      ageEditingSession(database.kysely, { draftId, id: 's1' }, new Date(now.getTime() - 55_000))
    await lose()
    expect([await present(19), await present(21)]).toEqual([1, 0])
    await changes(1)
    expect(await present(70)).toBe(1)
    await endEditingSession(database.kysely, { draftId, id: 's1' }, them, now)
    await lose()
    expect(await present(1)).toBe(0)
  })

  test('the later of two edits of a cell wins, and both operators are notified of the conflict', async () => {
    const { save, changes } = await opened(await openTestDatabase())
    await save(0, edit('Mina', 'x'))
    const response = await save(1, edit('Kim', 'x'))
    expect(response?.conflicts).toEqual([
      { kind: 'replaced', line: 'a', texts: { name: 'Mina' }, by: { name: 'Mina', isYou: false } },
    ])
    const received = await changes(0, { revision: 3, line: '' })
    expect(received).toMatchObject({
      lines: [{ texts: { name: 'Kim' } }],
      notices: [{ kind: 'replaced', texts: { name: 'Mina' }, by: { name: 'Kim' }, revision: 3 }],
    })
    expect((await changes(0, { revision: 4, line: '' }, 3))?.notices).toEqual([])
    expect((await changes(1))?.notices).toEqual([])
  })

  test('a repeated save changes nothing and gets the same response', async () => {
    const { save, changes } = await opened(await openTestDatabase())
    const first = await save(0, edit('Mina', 'x'))
    await save(1, edit('Kim', 'Mina'))
    expect(await save(0, { ...edit('Mina', 'x'), seq: 2 })).toEqual(first)
    expect((await changes(0))?.lines).toMatchObject([{ texts: { name: 'Kim' } }])
  })

  test('a removed line is reported, and an edit by a session that did not know of it restores it', async () => {
    const { save, changes } = await opened(await openTestDatabase())
    await save(0, { removes: [{ id: 'a', seen: 1 }] })
    expect(await changes(1, { revision: 2, line: '' })).toMatchObject({
      lines: [],
      removed: [{ id: 'a', by: 's0' }],
    })
    expect((await save(1, edit('Kim', 'x')))?.conflicts).toMatchObject([
      { kind: 'revived', by: { name: 'Mina' } },
    ])
    expect(await changes(0, { revision: 3, line: '' })).toMatchObject({
      lines: [{ texts: { name: 'Kim' } }],
      notices: [{ kind: 'revived', by: { name: 'Kim' } }],
    })
  })

  test('a session that returns after removed lines were purged reads the whole draft again', async () => {
    const database = await openTestDatabase()
    const { save, changes } = await opened(database)
    await save(0, { removes: [{ id: 'a', seen: 1 }] })
    await database.kysely.updateTable('draft').set({ floor: 2 }).execute()
    expect(await changes(1, { revision: 2, line: '' })).toMatchObject({
      isOutdated: true,
      lines: [],
      removed: [],
    })
    expect(await changes(1, { revision: 3, line: '' })).toMatchObject({ isOutdated: false })
  })
})
