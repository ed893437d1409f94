import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { findDraft, readLines, saveLines } from '@/lib/store/drafts/drafts'
import { describeDatabases } from '@/testing/store/databases'
import { withoutRoom } from '@/testing/store/full-disk'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { carryDraftOver } from './carry-over'
import { duplicateDraft, nameDraft } from './drafts'

const NUMBER = 'orderInfo.mallOrderNumber'
const now = new Date('2026-11-21T01:00:00.000Z')

describeDatabases('a draft, and a disk with nothing left but its reserve', openTestDatabase => {
  test('that is named for the first time is created only once there is disk space', async () => {
    const database = await openTestDatabase()
    const draftId = randomUUID()
    const input = { draftId, sheetId: 'orders/japan', name: 'Qoo10', connectionId: 'sandbox' } as const
    await expect(nameDraft(input, 'mina', Promise.resolve(withoutRoom(database)))).rejects.toThrow(
      StorageFullError,
    )
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
      texts: { [NUMBER]: `A-${rank}` },
    }))
    await saveLines(kysely, head, { upserts, removes: [] }, now)
    const input = { draftId: head.id, connectionId: 'none', to: 'orders/general', all: false } as const
    await expect(carryDraftOver(input, 'mina', Promise.resolve(withoutRoom(database)))).rejects.toThrow(
      StorageFullError,
    )
    const drafts = () => kysely.selectFrom('draft').select('id').execute()
    expect(await drafts()).toEqual([{ id: head.id }])
    const carried = await carryDraftOver(input, 'mina', Promise.resolve(database))
    const id = carried.ok ? (carried.value.path.split('/').at(-1) ?? '') : ''
    expect((await readLines(kysely, id)).map(line => line.texts)).toEqual(upserts.map(line => line.texts))
  })

  test('that is duplicated gets no copy, and a complete one once there is disk space', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const head = { id: randomUUID(), sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina', records: 2 }
    const upserts = [1, 2].map(rank => ({ id: `line ${rank}`, rank, texts: { [NUMBER]: `A-${rank}` } }))
    await saveLines(kysely, head, { upserts, removes: [] }, now)
    useAsProcessDatabase(withoutRoom(database))
    await expect(duplicateDraft(head.id, 'mina')).rejects.toThrow(StorageFullError)
    expect(await kysely.selectFrom('draft').select('id').execute()).toEqual([{ id: head.id }])
    useAsProcessDatabase({
      ...database,
      accept: async work => {
        // Other writers wait for the transaction, so the lines are read before it.
        await kysely.updateTable('draft_line').set({ texts: 'no JSON' }).execute()
        return database.accept(work)
      },
    })
    const copied = await duplicateDraft(head.id, 'mina')
    const id = copied.ok ? copied.value.id : ''
    expect(await findDraft(kysely, id)).toMatchObject({ name: 'Copy of Qoo10', records: 2 })
    expect((await readLines(kysely, id)).map(line => line.texts)).toEqual(upserts.map(line => line.texts))
  })
})
