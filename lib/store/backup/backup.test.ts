import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { makeBackup } from './backup'
import { listBackups, makeUnfinishedFolder, pruneBackups, removeOwnWork, removeUnfinished } from './folder'
import { manifestLine } from './manifest'
import { verifyBackup } from './verify'

const now = new Date('2026-11-24T01:00:00.000Z')
const passphrase = 'correct horse battery staple'

/** A draft with one row, saved in one transaction. */
async function addDraft(database: TestDatabase, text: string): Promise<void> {
  const head = { id: randomUUID(), sheet: 'orders/japan', name: text, operatorId: 'mina' }
  const upserts = [{ id: randomUUID(), rank: 1, texts: { 'recipient.name': text } }]
  await database.write(trx => saveLines(trx, head, { upserts, removes: [] }, now))
}

const countDrafts = async (db: Db) =>
  Number((await db.selectFrom('draft').select(db.fn.countAll().as('count')).executeTakeFirst())?.count)

describeDatabases('a backup', openTestDatabase => {
  test('that is made while operators save has the state of one moment, and its verification counts the same rows', async () => {
    const database = await openTestDatabase()
    for (let n = 0; n < 20; n++) await addDraft(database, randomBytes(20_000).toString('hex'))
    let isMade = false
    const saving = (async () => {
      while (!isMade) await addDraft(database, 'saved meanwhile')
    })()
    const folder = join(database.place.dataDir, 'backups')
    const made = await makeBackup(database.place, { folder })
    isMade = true
    await saving
    const { counts } = await verifyBackup(made.path, undefined, database.place)
    expect(counts).toEqual(made.manifest.counts)
    expect(counts.draft).toBeGreaterThanOrEqual(20)
    expect(counts.draft).toBe(counts.draft_line)
    expect(counts.draft).toBeLessThanOrEqual(await countDrafts(database.kysely))
    expect(await readdir(folder)).toEqual([made.path.slice(folder.length + 1)])
  })

  test('is made also where the URL of PostgreSQL names its host as a parameter, as for a socket', async () => {
    const database = await openTestDatabase()
    if (!database.place.databaseUrl) return
    await addDraft(database, '山田 太郎')
    const { username, hostname, port, pathname } = new URL(database.place.databaseUrl)
    const databaseUrl = `postgres://${username}:50%@${pathname}?host=${hostname}&port=${port}`
    const place = { ...database.place, databaseUrl }
    const made = await makeBackup(place, { folder: join(place.dataDir, 'backups') })
    expect((await verifyBackup(made.path, undefined, place)).counts.draft).toBe(1)
  })

  test('that is encrypted contains no text of an order, and opens only with its passphrase', async () => {
    const database = await openTestDatabase()
    await addDraft(database, '山田 太郎')
    const { dataDir } = database.place
    const { path } = await makeBackup(database.place, { folder: join(dataDir, 'backups'), passphrase })
    const bytes = await readFile(path)
    expect(bytes.includes('山田')).toBe(false)
    expect(bytes.includes('SQLite format 3\0')).toBe(false)
    expect((await verifyBackup(path, passphrase, { dataDir })).counts.draft).toBe(1)
    // By the library's own reading of a passphrase: other programs for age open it, too.
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const content = await decrypter.decrypt(bytes.subarray(bytes.indexOf('\n') + 1))
    const start = database.dialect === 'sqlite' ? gunzipSync(content) : Buffer.from(content)
    expect(start.subarray(0, 5).toString()).toBe(database.dialect === 'sqlite' ? 'SQLit' : 'PGDMP')
    const reject = (given: string | undefined) => expect(verifyBackup(path, given, { dataDir })).rejects
    await reject(undefined).toMatchObject({ reason: 'noPassphrase' })
    await reject('correct horse battery stable').toMatchObject({ reason: 'wrongPassphrase' })
  })

  test.each([undefined, passphrase])(
    'that is truncated or changed is reported as damaged (passphrase: %s)',
    async given => {
      const database = await openTestDatabase()
      await addDraft(database, randomBytes(100_000).toString('hex'))
      const { dataDir } = database.place
      const folder = join(dataDir, 'backups')
      const { path, bytes } = await makeBackup(database.place, { folder, passphrase: given })
      const whole = await readFile(path)
      const damaged = expect.objectContaining({ reason: 'damaged' })
      for (const length of [bytes - 1, bytes - 30_000]) {
        await truncate(path, length)
        await expect(verifyBackup(path, given, { dataDir })).rejects.toEqual(damaged)
        await writeFile(path, whole)
      }
      const changed = Buffer.from(whole)
      const at = changed.length - 20_000
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(path, changed)
      await expect(verifyBackup(path, given, { dataDir })).rejects.toEqual(damaged)
    },
  )

  test('is listed newest first, and pruning keeps the newest of its kind', async () => {
    const database = await openTestDatabase()
    const folder = join(database.place.dataDir, 'backups')
    const { path } = await makeBackup(database.place, { folder })
    const { path: before } = await makeBackup(database.place, { folder, kind: 'before-upgrade' })
    const older = join(folder, 'lading-20250101T000000Z-0.1.0.backup')
    const oldest = join(folder, 'lading-20240101T000000Z-0.1.0.backup')
    for (const file of [older, oldest, join(folder, 'notes.txt')]) await writeFile(file, '')
    const kept = async () => (await listBackups(folder)).map(one => one.path)
    expect((await kept()).slice(-2)).toEqual([older, oldest])
    await pruneBackups({ path, kind: 'backup' }, 2)
    expect(new Set(await kept())).toEqual(new Set([path, before, older]))
    await pruneBackups({ path, kind: 'backup' }, 0)
    expect(new Set(await kept())).toEqual(new Set([path, before]))
    expect(await readdir(folder)).toContain('notes.txt')
  })

  test('of another database or of a clock that was ahead is neither counted nor deleted', async () => {
    const database = await openTestDatabase()
    const folder = join(database.place.dataDir, 'backups')
    const made = await makeBackup(database.place, { folder })
    const fileOf = (time: string) => join(folder, `lading-${time}Z-0.1.0.backup`)
    const write = (time: string, createdAt?: string) =>
      writeFile(fileOf(time), manifestLine({ ...made.manifest, createdAt }))
    const own = made.manifest.createdAt
    await write('20250101T000000', own)
    await write('20240101T000000')
    await write('20230101T000000', '2023-01-01T00:00:00.000Z')
    await write('22000101T000000', own)
    expect(await pruneBackups(made, 2)).toBe(1)
    const kept = (await listBackups(folder)).map(({ path }) => path)
    const others = [fileOf('20250101T000000'), fileOf('20230101T000000')]
    expect(kept).toEqual([fileOf('22000101T000000'), made.path, ...others])
  })

  test('removes what killed processes left behind, and leaves the work of others alone', async () => {
    const { place } = await openTestDatabase()
    const host = hostname().replace(/[^\w.-]/g, '_')
    // No process of Linux, macOS or Windows has this number.
    const dead = `.lading-unfinished-999999999-${host}-${randomUUID()}`
    const alive = `.lading-unfinished-${process.ppid}-${host}-${randomUUID()}`
    const foreign = `.lading-unfinished-1-elsewhere-${randomUUID()}`
    const forgotten = `.lading-unfinished-2-elsewhere-${randomUUID()}`
    // A container that starts again has its former host name, and its processes their former numbers.
    const ofFormer = `.lading-unfinished-${process.pid}.1-${host}-${randomUUID()}`
    const ofEarlierVersion = `.lading-unfinished-${process.pid}-${host}-${randomUUID()}`
    const old = [forgotten, ofEarlierVersion]
    for (const name of [dead, alive, foreign, ofFormer, ...old]) await mkdir(join(place.dataDir, name))
    for (const name of old) await utimes(join(place.dataDir, name), 0, 0)
    const own = await makeUnfinishedFolder(place.dataDir)
    await removeUnfinished(place.dataDir)
    const left = (await readdir(place.dataDir)).filter(name => name.startsWith('.lading-unfinished'))
    expect(left.sort()).toEqual([alive, foreign, basename(own)].sort())
    await removeOwnWork(own)
  })

  test('leaves the work of another machine with the same host name alone until its owner has not touched it for minutes', async () => {
    const { place } = await openTestDatabase()
    const host = hostname().replace(/[^\w.-]/g, '_')
    // The number means no process here, or another one.
    const nameOf = (pid: number) => `.lading-unfinished-${pid}.1.0123456789ab-${host}-${randomUUID()}`
    const [working, writing, ended] = [nameOf(999_999_999), nameOf(process.pid), nameOf(process.ppid)]
    for (const name of [working, writing, ended]) await mkdir(join(place.dataDir, name))
    const before = new Date(Date.now() - 11 * 60_000)
    await writeFile(join(place.dataDir, writing, 'copy'), 'grows')
    for (const name of [writing, ended]) await utimes(join(place.dataDir, name), before, before)
    await removeUnfinished(place.dataDir)
    const left = (await readdir(place.dataDir)).filter(name => name.startsWith('.lading-unfinished'))
    expect(left.sort()).toEqual([working, writing].sort())
  })
})
