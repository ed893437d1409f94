import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/store/db/database'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { findDraft, readLines, saveLines } from '@/lib/store/drafts/drafts'
import { describeDatabases } from '@/testing/store/databases'
import { carryDraftOver } from './carry-over'
import { nameDraft } from './drafts'

const now = new Date('2026-11-21T01:00:00.000Z')

/** A database with only the reserved disk space left. */
const full = (database: Database): Database => ({
  ...database,
  accept: () => Promise.reject(new StorageFullError()),
})

describeDatabases('a draft, and a disk with nothing left but its reserve', openTestDatabase => {
  test('that is named for the first time is created only once there is disk space', async () => {
    const database = await openTestDatabase()
    const draftId = randomUUID()
    const input = { draftId, sheetId: 'orders/japan', name: 'Qoo10', connectionId: 'sandbox' } as const
    await expect(nameDraft(input, 'mina', Promise.resolve(full(database)))).rejects.toThrow(StorageFullError)
    expect(await findDraft(database.kysely, draftId)).toBeUndefined()
    expect(await nameDraft(input, 'mina', Promise.resolve(database))).toMatchObject({ ok: true })
    await nameDraft({ ...input, name: 'November' }, 'mina', Promise.resolve(database))
    expect(await findDraft(database.kysely, draftId)).toMatchObject({ name: 'November' })
  })

  test('that is carried over leaves nothing behind, and is created completely once there is disk space', async () => {
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
    await expect(carryDraftOver(input, 'mina', Promise.resolve(full(database)))).rejects.toThrow(
      StorageFullError,
    )
    const drafts = () => kysely.selectFrom('draft').select('id').execute()
    expect(await drafts()).toEqual([{ id: head.id }])
    const carried = await carryDraftOver(input, 'mina', Promise.resolve(database))
    const id = carried.ok ? (carried.value.path.split('/').at(-1) ?? '') : ''
    expect((await readLines(kysely, id)).map(line => line.texts)).toEqual(upserts.map(line => line.texts))
  })
})
