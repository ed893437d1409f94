import { expect, test } from 'vitest'
import { describeDatabases } from '@/testing/store/databases'
import { beatBackup, claimBackup, finishBackup, readLastBackups } from './records'

const MINUTE = 60_000
const every = 24 * 60 * MINUTE
const start = Date.parse('2026-11-24T01:00:00.000Z')

describeDatabases('the schedule of backups', openTestDatabase => {
  test('lets one of several servers make a backup, and the next one a day later', async () => {
    const database = await openTestDatabase()
    const claims = await Promise.all([1, 2, 3].map(() => claimBackup(database, every, start)))
    const [id] = claims.filter(claim => claim !== undefined)
    expect(claims.filter(claim => claim !== undefined)).toHaveLength(1)
    const made = { path: '/backups/one.backup', bytes: 3_000_000_000, encrypted: true }
    await finishBackup(database.kysely, id ?? '', made, start + MINUTE)
    expect(await readLastBackups(database.kysely, start + every)).toMatchObject({
      made: { at: '2026-11-24T01:00:00.000Z', path: made.path, bytes: made.bytes },
    })
    expect(await claimBackup(database, every, start + every - MINUTE)).toBeUndefined()
    expect(await claimBackup(database, every, start + every)).toBeDefined()
  })

  test('waits while a server works on it, and takes over from one without a sign of life for three minutes', async () => {
    const database = await openTestDatabase()
    const id = await claimBackup(database, every, start)
    await beatBackup(database.kysely, id ?? '', start + 2 * MINUTE)
    expect(await claimBackup(database, every, start + 4 * MINUTE)).toBeUndefined()
    expect(await claimBackup(database, every, start + 6 * MINUTE)).toBeDefined()
  })

  test('goes on after a clock that was ahead was set right', async () => {
    const database = await openTestDatabase()
    const ahead = start + 365 * every
    const made = { path: '/backups/ahead.backup', bytes: 1, encrypted: false }
    await finishBackup(database.kysely, (await claimBackup(database, every, ahead)) ?? '', made, ahead)
    const id = await claimBackup(database, every, start)
    expect(id).toBeDefined()
    await finishBackup(database.kysely, id ?? '', { ...made, path: '/backups/right.backup' }, start)
    expect(await readLastBackups(database.kysely, start)).toMatchObject({
      made: { path: '/backups/right.backup' },
    })
    expect(await claimBackup(database, every, start + every - MINUTE)).toBeUndefined()
    expect(await claimBackup(database, every, start + every)).toBeDefined()
  })

  test('tries again a quarter of an hour after a failure, which administrators see until a backup is made', async () => {
    const database = await openTestDatabase()
    const id = await claimBackup(database, every, start)
    await finishBackup(database.kysely, id ?? '', { problem: 'The disk is full.' }, start)
    expect(await readLastBackups(database.kysely, start + every)).toMatchObject({
      failed: { problem: 'The disk is full.' },
    })
    expect(await claimBackup(database, every, start + 14 * MINUTE)).toBeUndefined()
    const again = await claimBackup(database, every, start + 15 * MINUTE)
    const made = { path: '/backups/two.backup', bytes: 1, encrypted: false }
    await finishBackup(database.kysely, again ?? '', made, start + 16 * MINUTE)
    expect(await readLastBackups(database.kysely, start + every)).not.toHaveProperty('failed')
  })
})
