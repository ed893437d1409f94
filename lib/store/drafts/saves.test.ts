import { expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { acknowledgeConflicts, addConflicts, listConflictNotices } from './conflicts'
import { readLines, saveLines } from './drafts'
import {
  clearResponses,
  deleteIdleSessions,
  endEditingSession,
  findLastSave,
  findSessionOperators,
  listParticipants,
  saveResponse,
  touchEditingSession,
  wasSeenSince,
} from './editing-sessions'
import { deleteDraft } from './lifecycle'
import {
  beginSave,
  findDraftRevision,
  purgeRemovedLines,
  readLineChanges,
  readSavedLines,
  writeLines,
} from './saves'

const now = new Date('2026-11-21T01:00:00.000Z')
const at = (seconds: number) => new Date(now.getTime() + 1000 * seconds)
const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }
const line = (id: string, texts: Record<string, string> = {}, isRemoved = false) => ({
  id,
  rank: 1,
  texts,
  trail: { '': [1, 's1'] as const },
  isRemoved,
})

describeDatabases('saves of several people', openTestDatabase => {
  test('every save increments the revision, and changes are read in batches', async () => {
    const { kysely } = await openTestDatabase()
    expect(await beginSave(kysely, draft, now)).toBe(1)
    await writeLines(
      kysely,
      'd1',
      1,
      ['a', 'b', 'c'].map(id => line(id, { name: id })),
      now,
    )
    expect(await beginSave(kysely, draft, now)).toBe(2)
    await writeLines(kysely, 'd1', 2, [line('b', {}, true)], now)
    expect(await findDraftRevision(kysely, 'd1')).toEqual({
      name: 'Qoo10',
      revision: 2,
      floor: 0,
      connectionId: null,
      errors: null,
    })
    expect((await readLines(kysely, 'd1')).map(({ id }) => id)).toEqual(['a', 'c'])
    const ids = async (revision: number, after: string) =>
      (await readLineChanges(kysely, 'd1', { revision, line: after }, 2)).map(({ id }) => id)
    expect(await ids(0, '')).toEqual(['a', 'c'])
    expect(await ids(1, 'c')).toEqual(['b'])
    expect(await ids(2, 'b')).toEqual([])
    const kept = await readSavedLines(kysely, 'd1', ['a', 'b', 'x'])
    expect([...kept.values()]).toEqual([line('a', { name: 'a' }), line('b', {}, true)])
  })

  test('concurrent saves get different revisions, and readers see both', async () => {
    const { kysely, write } = await openTestDatabase()
    await saveLines(kysely, draft, { upserts: [], removes: [] }, now)
    const save = (id: string) =>
      write(async trx => {
        const revision = (await beginSave(trx, draft, now)) ?? 0
        await writeLines(trx, 'd1', revision, [line(id)], now)
        return revision
      })
    const revisions = await Promise.all(['a', 'b', 'c', 'd'].map(save))
    expect(revisions.toSorted()).toEqual([2, 3, 4, 5])
    const changes = await readLineChanges(kysely, 'd1', { revision: 1, line: '' }, 9)
    expect(changes.map(({ revision }) => revision)).toEqual([2, 3, 4, 5])
  })

  test('removed lines are purged after a while, and readers behind them are recognised', async () => {
    const { kysely } = await openTestDatabase()
    await beginSave(kysely, draft, now)
    await writeLines(kysely, 'd1', 1, [line('a'), line('b')], now)
    await beginSave(kysely, draft, now)
    await writeLines(kysely, 'd1', 2, [line('a', {}, true)], now)
    await purgeRemovedLines(kysely, 'd1', now.toISOString())
    expect(await findDraftRevision(kysely, 'd1')).toMatchObject({ floor: 0 })
    await purgeRemovedLines(kysely, 'd1', at(1).toISOString())
    expect(await findDraftRevision(kysely, 'd1')).toMatchObject({ floor: 2 })
    expect([...(await readSavedLines(kysely, 'd1', ['a', 'b'])).keys()]).toEqual(['b'])
  })

  test('participants are listed until they leave or time out', async () => {
    const { kysely } = await openTestDatabase()
    const mina = await addOperator(kysely, { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' })
    const key = { draftId: 'd1', id: 's1' }
    const there = async (since: Date) => (await listParticipants(kysely, 'd1', since.toISOString())).length
    await touchEditingSession(kysely, key, mina.id, now)
    expect(await listParticipants(kysely, 'd1', now.toISOString())).toEqual([
      { editingSession: 's1', operatorId: mina.id, name: 'Mina' },
    ])
    expect(await wasSeenSince(kysely, key, now.toISOString())).toBe(true)
    expect(await wasSeenSince(kysely, key, at(1).toISOString())).toBe(false)
    expect(await there(at(5))).toBe(0)
    await touchEditingSession(kysely, key, mina.id, at(9))
    expect(await there(at(5))).toBe(1)
    await saveResponse(kysely, key, mina.id, { seq: 3, response: '{}' }, at(9))
    await touchEditingSession(kysely, key, mina.id, at(20))
    expect(await findLastSave(kysely, key)).toEqual({ seq: 3, response: '{}' })
    await endEditingSession(kysely, key, mina.id, at(30))
    expect(await there(now)).toBe(0)
    expect(await wasSeenSince(kysely, key, at(25).toISOString())).toBe(true)
    expect(await wasSeenSince(kysely, key, at(31).toISOString())).toBe(false)
    await deleteIdleSessions(kysely, 'd1', at(99).toISOString())
    await clearResponses(kysely, 'd1', at(99).toISOString())
    expect(await findLastSave(kysely, key)).toEqual({ seq: 3, response: '' })
    expect(await findSessionOperators(kysely, 'd1', ['s1', 's2'])).toEqual(
      new Map([['s1', { id: mina.id, name: 'Mina' }]]),
    )
  })

  test("a conflict is shown to its editing session or, after its end, to the operator's next one", async () => {
    const { kysely } = await openTestDatabase()
    const mina = await addOperator(kysely, { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' })
    const kim = await addOperator(kysely, { email: 'k@x', name: 'Kim', passwordHash: '-', role: 'editor' })
    await touchEditingSession(kysely, { draftId: 'd1', id: 's1' }, mina.id, now)
    const of = { editingSession: 's1', operatorId: mina.id }
    const conflict = { kind: 'replaced', line: 'a', texts: { name: 'Mina' }, ...of } as const
    await addConflicts(kysely, 'd1', { revision: 4, operatorId: kim.id }, [conflict], now)
    const notices = (session: string, after: number, alive: Date, operatorId = mina.id) =>
      listConflictNotices(kysely, 'd1', { id: session, operatorId }, after, alive.toISOString())
    const [one] = await notices('s1', 3, now)
    expect(one).toMatchObject({ revision: 4, by: 'Kim', line: 'a', texts: { name: 'Mina' } })
    expect(await notices('s1', 4, now)).toEqual([])
    expect(await notices('s2', 0, now)).toEqual([])
    expect(await notices('s2', 0, at(1))).toHaveLength(1)
    expect(await notices('s3', 0, at(1), kim.id)).toEqual([])
    await acknowledgeConflicts(kysely, 'd1', kim.id, [one?.id ?? ''])
    expect(await notices('s1', 0, now)).toHaveLength(1)
    await acknowledgeConflicts(kysely, 'd1', mina.id, [one?.id ?? ''])
    expect(await notices('s1', 0, now)).toEqual([])
  })

  test('a deleted draft leaves no personal data behind', async () => {
    const { kysely } = await openTestDatabase()
    await beginSave(kysely, draft, now)
    const conflict = {
      kind: 'replaced',
      line: 'a',
      texts: { name: 'x' },
      editingSession: 's',
      operatorId: 'o1',
    } as const
    await addConflicts(kysely, 'd1', { revision: 1, operatorId: 'o2' }, [conflict], now)
    await saveResponse(kysely, { draftId: 'd1', id: 's' }, 'o1', { seq: 1, response: 'texts' }, now)
    await deleteDraft(kysely, 'd1', 'o1', now.toISOString())
    for (const table of ['draft_line', 'draft_clash', 'draft_sitting'] as const)
      expect(await kysely.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await beginSave(kysely, draft, now)).toBeUndefined()
  })
})
