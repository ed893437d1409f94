import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/store/database'
import { findDraft, readLines, saveLines } from '@/lib/store/drafts'
import { StorageFull } from '@/lib/store/space'
import { describeDatabases } from '@/lib/store/suite'
import { carryDraft } from './carry-draft'
import { nameDraft } from './name-draft'

const now = new Date('2026-11-21T01:00:00.000Z')

/** A database of which only the reserve of the disk is left. */
const full = (database: Database): Database => ({
  ...database,
  accept: () => Promise.reject(new StorageFull()),
})

describeDatabases('a draft, and a disk with nothing left but its reserve', openTestDatabase => {
  test('that is named for the first time is not made, and is once there is room', async () => {
    const database = await openTestDatabase()
    const draftId = randomUUID()
    const input = { draftId, sheetId: 'orders/japan', name: 'Qoo10' } as const
    await expect(nameDraft(full(database), input, 'mina', now)).rejects.toThrow(StorageFull)
    expect(await findDraft(database.kysely, draftId)).toBeUndefined()
    expect(await nameDraft(database, input, 'mina', now)).toMatchObject({ ok: true })
    await nameDraft(database, { ...input, name: 'November' }, 'mina', now)
    expect(await findDraft(database.kysely, draftId)).toMatchObject({ name: 'November' })
  })

  test('that is carried over leaves nothing behind, and all of it once there is room', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const head = { id: randomUUID(), sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
    const upserts = [1, 2].map(rank => ({
      id: `line ${rank}`,
      rank,
      texts: { 'orderInfo.mallOrderNumber': `A-${rank}` },
    }))
    await saveLines(kysely, head, { upserts, removes: [] }, now)
    const input = { draftId: head.id, connectionId: 'none', to: 'orders/general', all: false } as const
    await expect(carryDraft(full(database), input, 'mina', now)).rejects.toThrow(StorageFull)
    const drafts = () => kysely.selectFrom('draft').select('id').execute()
    expect(await drafts()).toEqual([{ id: head.id }])
    const carried = await carryDraft(database, input, 'mina', now)
    const id = carried.ok ? (carried.value.path.split('/').at(-1) ?? '') : ''
    expect((await readLines(kysely, id)).map(line => line.texts)).toEqual(upserts.map(line => line.texts))
  })
})
