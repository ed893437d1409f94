import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases } from '@/testing/store/databases'
import { copyBeforeUpgrade } from './before-upgrade'
import { listBackups } from './folder'
import { restoreBackup } from './restore'

const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
const folder = join(dataDir, 'backups')
const earlier = migrations.slice(0, -3)
const readName = (name: string) => sql<{ name: string }>`select name from draft where id = ${name}`

const settings = {
  dataDir,
  databaseUrl: undefined,
  backupBeforeUpgrade: true,
  backupDir: folder,
  backupPassphrase: undefined,
}
const copy = () => copyBeforeUpgrade(settings)

afterAll(() => rmSync(dataDir, { recursive: true }))

/** Opens the folder with the migrations of an earlier version, and gives it a draft. */
async function useEarlierVersion(place: { dataDir: string }, draft: string): Promise<void> {
  const { kysely, close } = await openDatabase(place, earlier)
  const at = '2026-11-24T01:00:00.000Z'
  await sql`insert into operator (id, email, name, role, password_hash, created_at)
    values ('mina', 'mina@shop.example', 'Mina', 'administrator', '-', ${at}) on conflict do nothing`.execute(
    kysely,
  )
  await sql`insert into draft (id, sheet, name, created_by, created_at, updated_at)
    values (${draft}, 'orders/japan', ${draft}, 'mina', ${at}, ${at})`.execute(kysely)
  await close()
}

test('an upgrade is refused, and changes nothing, while the copy cannot be written', async () => {
  await useEarlierVersion({ dataDir }, 'first')
  writeFileSync(folder, 'a file in the place of the folder')
  await expect(openDatabase({ dataDir }, undefined, copy)).rejects.toThrow(/upgrade/)
  rmSync(folder)
  const unchanged = await openDatabase({ dataDir }, earlier)
  const { rows } = await readName('first').execute(unchanged.kysely)
  await unchanged.close()
  expect(rows).toEqual([{ name: 'first' }])
})

test('a database is copied before it is migrated, and the copy has the rows of the earlier version', async () => {
  const upgraded = await openDatabase({ dataDir }, undefined, copy)
  await sql`update draft set name = 'renamed' where id = 'first'`.execute(upgraded.kysely)
  await upgraded.close()
  const [copied, ...others] = await listBackups(folder)
  expect([copied?.kind, others]).toEqual(['before-upgrade', []])

  const restored = { dataDir: mkdtempSync(join(dataDir, 'restored-')) }
  await restoreBackup(copied?.path ?? '', undefined, restored)
  const { kysely, close } = await openDatabase(restored, earlier)
  const { rows } = await readName('first').execute(kysely)
  await close()
  expect(rows).toEqual([{ name: 'first' }])
})

test('an open of an up-to-date database makes no further copy', async () => {
  await (await openDatabase({ dataDir }, undefined, copy)).close()
  expect(await listBackups(folder)).toHaveLength(1)
})

/** Makes this process find a pg_dump that fails, with other words where its messages are not in English. */
function installFailingDump(place: { dataDir: string }, message: string): void {
  const programs = join(place.dataDir, 'programs')
  mkdirSync(programs, { recursive: true })
  const script = `#!/bin/sh\n[ "$LC_ALL" = C ] && echo "${message}" >&2 || echo "오류" >&2\nexit 1\n`
  writeFileSync(join(programs, 'pg_dump'), script, { mode: 0o755 })
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PATH', `${programs}:/usr/bin:/bin`)
  vi.stubEnv('LC_ALL', 'ko_KR.UTF-8')
}

describeDatabases('the copy before an upgrade of PostgreSQL', openTestDatabase => {
  test.each([
    ['could not write to output file: No space left on device', /is full/],
    ['query failed: ERROR:  permission denied for table draft', /permission denied/],
  ])('is needed where pg_dump fails (%s)', async (message, reason) => {
    const { place } = await openTestDatabase()
    if (!place.databaseUrl) return
    installFailingDump(place, `pg_dump: error: ${message}`)
    const backupDir = join(place.dataDir, 'backups')
    await expect(copyBeforeUpgrade({ ...settings, ...place, backupDir })).rejects.toThrow(reason)
  })

  test('is left out where pg_dump is older than the server', async () => {
    const { place } = await openTestDatabase()
    if (!place.databaseUrl) return
    installFailingDump(place, 'pg_dump: error: aborting because of server version mismatch')
    const backupDir = join(place.dataDir, 'backups')
    await copyBeforeUpgrade({ ...settings, ...place, backupDir })
    expect(await listBackups(backupDir)).toEqual([])
  })
})
