import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { findDraft, saveLines } from '@/lib/store/drafts/drafts'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { archiveDrafts } from './drafts'

const at = '2026-11-28T01:00:00.000Z'
const ids = ['a', 'b', 'c']

describeDatabases('drafts that are archived together', openTestDatabase => {
  const open = async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    for (const id of ids) {
      const draft = { id, sheet: 'orders/japan', name: id, operatorId: 'mina', records: 0 }
      await saveLines(database.kysely, draft, { upserts: [], removes: [] }, new Date(at))
    }
    return database.kysely
  }
  const archive = (draftIds: string[], isArchived = true) => archiveDrafts({ draftIds, isArchived }, 'mina')
  const archivedOf = async (db: Db) => {
    const drafts = await Promise.all(ids.map(id => findDraft(db, id)))
    return drafts.flatMap(draft => (draft?.isArchived ? draft.id : []))
  }

  test('are reported, also those that another tab archived first, so that all of them can be restored', async () => {
    const db = await open()
    await archive(['b'])
    expect(await archive(['a', 'b'])).toEqual({ ok: true, value: ['a', 'b'] })
    expect(await archivedOf(db)).toEqual(['a', 'b'])
    expect(await archive(['b'])).toEqual({ ok: true, value: ['b'] })
    expect(await archive(['a', 'b'], false)).toEqual({ ok: true, value: ['a', 'b'] })
    expect(await archivedOf(db)).toEqual([])
  })

  test('are those that still exist', async () => {
    const db = await open()
    await deleteDraft(db, 'a', 'mina', at)
    expect(await archive(['a', 'c'])).toEqual({ ok: true, value: ['c'] })
    expect(await archive(['a'])).toMatchObject({ ok: false, problem: { code: 'gone' } })
  })
})
