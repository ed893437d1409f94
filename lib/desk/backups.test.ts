import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { listBackups } from '@/lib/store/backup/folder'
import { claimBackup, readLastBackups } from '@/lib/store/backup/records'
import { saveLines } from '@/lib/store/drafts/drafts'
import { describeDatabases } from '@/testing/store/databases'
import { runBackup, scheduledBackup } from './backups'

const folder = mkdtempSync(join(tmpdir(), 'lading-test-'))
const fileOf = (day: number) => join(folder, `lading-202611${day}T010000Z-0.1.0.backup`)
const keep = async () => (await listBackups(folder)).map(one => one.path)

/** How many backups stay. */
const KEEP = 2

afterAll(() => rmSync(folder, { recursive: true }))

describeDatabases('a scheduled backup', openTestDatabase => {
  test('deletes the oldest backups once it is made, and none when it fails', async () => {
    const database = await openTestDatabase()
    for (const { path } of await listBackups(folder)) rmSync(path)
    const days = [fileOf(20), fileOf(21), fileOf(22)]
    for (const file of days) writeFileSync(file, '')
    const claim = async (at: number) => (await claimBackup(database, 1, at)) ?? ''
    await scheduledBackup(database, await claim(Date.now()), async () => ({ problem: 'no space' }), KEEP)
    expect(await keep()).toEqual(days.toReversed())
    const failed = await readLastBackups(database.kysely)

    const later = Date.now() + 60 * 60_000
    const make = async () => {
      writeFileSync(fileOf(23), 'whole')
      return { path: fileOf(23), bytes: 5, encrypted: false }
    }
    await scheduledBackup(database, await claim(later), make, KEEP)
    expect(await keep()).toEqual([fileOf(23), fileOf(22)])
    const made = await readLastBackups(database.kysely, later)
    expect([JSON.stringify(failed).includes('no space'), JSON.stringify(made).includes('no space')]).toEqual([
      true,
      false,
    ])
  })

  test('whose process cannot be started counts as failed, so that Home names it', async () => {
    const database = await openTestDatabase()
    const id = (await claimBackup(database, 1, Date.now())) ?? ''
    const make = () => Promise.reject(new Error('spawn node EAGAIN'))
    await scheduledBackup(database, id, make, KEEP)
    expect((await readLastBackups(database.kysely)).failed).toMatchObject({ problem: 'spawn node EAGAIN' })
  })

  test('that is under way when its server stops deletes its unencrypted copy, and another server takes over', async () => {
    const { place, kysely, write } = await openTestDatabase()
    const head = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' }
    const line = { id: 'l1', rank: 1, texts: { 'recipient.name': randomBytes(2_000_000).toString('hex') } }
    await write(trx => saveLines(trx, head, { upserts: [line], removes: [] }, new Date()))
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('DATA_DIR', place.dataDir)
    vi.stubEnv('DATABASE_URL', place.databaseUrl ?? '')
    vi.stubEnv('DISK_FLOOR_MB', '0')
    const unfinished = () => readdirSync(place.dataDir).filter(name => name.startsWith('.lading-unfinished'))
    const closing = new AbortController()
    const id = (await claimBackup({ dialect: 'sqlite', write }, 1, Date.now())) ?? ''
    const backup = scheduledBackup({ kysely }, id, () => runBackup(closing.signal), KEEP)
    await expect.poll(unfinished, { interval: 1 }).toHaveLength(1)
    closing.abort()
    await backup
    expect(unfinished()).toEqual([])
    const { made, failed } = await readLastBackups(kysely)
    expect([made, failed]).toEqual([undefined, undefined])
  })
})
