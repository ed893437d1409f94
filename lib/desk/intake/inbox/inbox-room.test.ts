import { writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { readAttention } from '@/lib/desk/home/attention'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { OVER_QUOTA_RETRY_MS } from '@/lib/store/intake/arrivals'
import { listIntakeFiles } from '@/lib/store/intake/files'
import { arrivalOf, fileOf, ownColumns } from '@/testing/intake/harness'
import { inboxOfEachTest } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'
import { receiveFile } from '../arrival'

vi.setConfig({ testTimeout: 60_000 })

const { path, watch, settle, files } = inboxOfEachTest()

describeDatabases('a watched folder without room for its files', openTestDatabase => {
  test('a file for which there is no room stays in the folder, is reported once, and is received when there is room', async () => {
    const database = await openTestDatabase()
    const reported: unknown[] = []
    const quota = { draftFileBytes: 1e9, allFileBytes: 10 }
    const inbox = watch(database, { quota, report: error => reported.push(error) })
    await writeFile(path('a.csv'), ownColumns(1))
    for (let look = 0; look < 4; look++) await inbox.scan()
    expect(await files()).toEqual(['a.csv'])
    expect(reported.map(String)).toEqual([expect.stringContaining('ALL_FILES_MB')])
    await settle(database, watch(database))
    expect(await files('done')).toEqual(['a.csv'])
    expect(await listIntakeFiles(database.kysely, { limit: 5 })).toMatchObject([{ outcome: 'imported' }])
  })

  test('Home names a file for which there is no room, until a draft is deleted and the file is received', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const clock = { now: Date.now() }
    // Room for one of the two files: what is stored is compressed, what arrives is not.
    const [first, second] = [ownColumns(3, 'first'), ownColumns(3, 'second')]
    const inbox = watch(database, {
      quota: { draftFileBytes: 1000, allFileBytes: Buffer.byteLength(second) },
      now: () => clock.now,
      report: () => {},
    })
    const named = async () => (await readAttention(kysely, clock.now)).waitingFiles
    await writeFile(path('first.csv'), first)
    await settle(database, inbox)
    await writeFile(path('second.csv'), second)
    await settle(database, inbox)
    expect(await files()).toEqual(['second.csv'])
    expect(await named()).toMatchObject([{ name: 'second.csv', limit: 'all' }])
    // It is tried again from time to time, and stays on Home meanwhile.
    for (let look = 0; look < 10; look++) {
      clock.now += OVER_QUOTA_RETRY_MS
      await inbox.scan()
    }
    expect(await named()).toMatchObject([{ name: 'second.csv' }])
    const { id } = await kysely.selectFrom('draft').select('id').executeTakeFirstOrThrow()
    expect(await deleteDraft(kysely, id, 'mina', new Date().toISOString())).toBe(true)
    clock.now += OVER_QUOTA_RETRY_MS
    await settle(database, inbox)
    expect(await files('done')).toEqual(['first.csv', 'second.csv'])
    expect(await named()).toEqual([])
  })

  test('a file that is larger than the limit of one draft is named with that limit', async () => {
    const database = await openTestDatabase()
    const inbox = watch(database, { quota: { draftFileBytes: 10, allFileBytes: 1e9 }, report: () => {} })
    await writeFile(path('a.csv'), ownColumns(1))
    for (let look = 0; look < 2; look++) await inbox.scan()
    const waiting = async (now: number) => (await readAttention(database.kysely, now)).waitingFiles
    expect(await waiting(Date.now())).toMatchObject([{ name: 'a.csv', limit: 'draft' }])
    // A file that was taken out of the folder is not tried again.
    expect(await waiting(Date.now() + 10 * OVER_QUOTA_RETRY_MS)).toEqual([])
  })

  test('a file that a program sends and that does not fit is refused, and not named', async () => {
    const database = await openTestDatabase()
    const quota = { draftFileBytes: 10, allFileBytes: 10 }
    const arrival = await receiveFile(arrivalOf(database, { quota }), fileOf(ownColumns(1)))
    expect(arrival).toMatchObject({ kind: 'quota', exceeded: 'draft' })
    expect((await readAttention(database.kysely, Date.now())).waitingFiles).toEqual([])
  })
})
