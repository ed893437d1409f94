import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeBackup } from '@/lib/store/backup/backup'
import { isRestorationOpen } from '@/lib/store/backup/restorations'
import { openDatabase } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'

// Each restore is a process of its own.
vi.setConfig({ testTimeout: 180_000 })

const root = mkdtempSync(join(tmpdir(), 'lading-test-'))
/** A folder whose newest changes are only in the log, as after a crash, and a backup of a former state. */
const crashed = join(root, 'crashed')
let backup: string

const OLD = { backup: 'in the backup', since: 'since the backup' }

async function addDraft(dataDir: string, name: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  const head = { id: randomUUID(), sheet: 'orders/japan', name, operatorId: 'mina' }
  const upserts = [
    { id: randomUUID(), rank: 1, texts: { 'recipient.name': randomBytes(500_000).toString('hex') } },
  ]
  await saveLines(database.kysely, head, { upserts, removes: [] }, new Date())
  if (name === OLD.since) cpSync(dataDir, crashed, { recursive: true })
  await database.close()
}

async function draftsIn(dataDir: string): Promise<{ names: string[]; isMarked: boolean }> {
  const database = await openDatabase({ dataDir })
  const rows = await database.kysely.selectFrom('draft').select('name').orderBy('name').execute()
  const isMarked = await isRestorationOpen(database.kysely)
  await database.close()
  return { names: rows.map(row => row.name ?? ''), isMarked }
}

const before = { names: [OLD.backup, OLD.since], isMarked: false }
const after = { names: [OLD.backup], isMarked: true }

beforeAll(async () => {
  const dataDir = join(root, 'server')
  await addDraft(dataDir, OLD.backup)
  backup = (await makeBackup({ dataDir }, { folder: join(root, 'backups') })).path
  await addDraft(dataDir, OLD.since)
})
afterAll(() => rmSync(root, { recursive: true }))

let folders = 0
function freshFolder(): string {
  const dataDir = join(root, `data ${++folders}`)
  cpSync(crashed, dataDir, { recursive: true })
  return dataDir
}

const environment = (dataDir: string, more: Record<string, string> = {}) => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  LC_ALL: 'C',
  ...more,
})

const argumentsOf = (...args: string[]) => [
  '--conditions=react-server',
  '--import',
  'tsx',
  'scripts/commands/restore.ts',
  ...args,
]

const run = (dataDir: string, args: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, argumentsOf(...args), { env: environment(dataDir, more) })

test('a backup takes the place of the database, the former files are kept, and the next start knows it', async () => {
  const dataDir = freshFolder()
  const { stdout } = await run(dataDir, ['--json', backup])
  const { ok, replaced } = JSON.parse(stdout)
  expect(ok).toBe(true)
  expect(await draftsIn(dataDir)).toEqual(after)
  expect(await draftsIn(replaced)).toEqual(before)
})

test('a fresh machine needs only the backup, and the command reminds of the keys', async () => {
  const dataDir = join(root, 'fresh')
  const { stdout } = await run(dataDir, [backup])
  expect(stdout).toContain('1 draft')
  // How depends on the machine: a container has no npm start.
  expect(stdout).toContain('\n\nStart the server. Orders that were sent')
  expect(stdout).toContain('keys revoked since then are as before')
  expect(stdout).toContain(`${join(dataDir, 'keys.json')} is missing.`)
  expect(await draftsIn(dataDir)).toEqual(after)
})

test('a damaged database is replaced and kept aside as it was', async () => {
  const dataDir = freshFolder()
  writeFileSync(join(dataDir, 'lading.db'), 'order,recipient\n'.repeat(1000))
  const { replaced } = JSON.parse((await run(dataDir, ['--json', backup])).stdout)
  expect(readFileSync(join(replaced, 'lading.db'), 'utf8')).toMatch(/^order,recipient\n/)
  expect(await draftsIn(dataDir)).toEqual(after)
})

test('nothing is restored while a server uses the folder, from a damaged file, or from a newer version', async () => {
  const dataDir = freshFolder()
  const server = await openDatabase({ dataDir })
  const inUse = expect.stringContaining(`a server or another command uses ${dataDir}.`)
  await expect(run(dataDir, [backup])).rejects.toMatchObject({ code: 1, stderr: inUse })
  await server.close()

  const whole = readFileSync(backup)
  const damaged = join(root, 'damaged.backup')
  writeFileSync(damaged, whole.subarray(0, -100))
  const isDamaged = expect.stringContaining('damaged.backup is damaged or incomplete.')
  await expect(run(dataDir, [damaged])).rejects.toMatchObject({ code: 1, stderr: isDamaged })

  const newer = join(root, 'newer.backup')
  const end = whole.indexOf('\n')
  const manifest = JSON.parse(whole.subarray(0, end).toString())
  manifest.version = '9.1.0'
  manifest.migrations.push('9999-later')
  writeFileSync(newer, Buffer.concat([Buffer.from(JSON.stringify(manifest)), whole.subarray(end)]))
  const isNewer = expect.stringContaining('made by Lading 9.1.0, which is newer than this version.')
  await expect(run(dataDir, [newer])).rejects.toMatchObject({ code: 1, stderr: isNewer })

  await expect(run(dataDir, [])).rejects.toMatchObject({ code: 2 })
  expect(await draftsIn(dataDir)).toEqual(before)
})

/** Kills a restore, then opens the folder as a server does. */
async function killedRestore(wait: (child: ReturnType<typeof spawn>) => Promise<unknown>, failpoint = '') {
  const dataDir = freshFolder()
  const env = environment(dataDir, { FAILPOINT: failpoint, NODE_ENV: 'test' })
  const child = spawn(process.execPath, argumentsOf(backup), { env, stdio: 'ignore' })
  const ended = new Promise<string | null>(resolve => child.once('exit', (_, signal) => resolve(signal)))
  await Promise.race([wait(child), ended])
  child.kill('SIGKILL')
  const signal = await ended
  return { signal, dataDir, found: await draftsIn(dataDir) }
}

test.each([
  ['unpacked', before],
  ['marked', before],
  ['committed', after],
])('kill -9 at the step “%s” leaves the former or the restored database', async (step, expected) => {
  const { signal, dataDir, found } = await killedRestore(() => new Promise(() => {}), `restore_${step}`)
  expect(signal).toBe('SIGKILL')
  expect(found).toEqual(expected)
  // Again, to its end: nothing unfinished is left behind.
  await run(dataDir, [backup])
  expect(await draftsIn(dataDir)).toEqual(after)
  expect(readdirSync(dataDir).filter(name => /unfinished|restoring/.test(name))).toEqual([])
})

test('kill -9 at any moment of a restore leaves the former or the restored database, never half of it', async () => {
  let begun = performance.now()
  await run(freshFolder(), [backup])
  let duration = performance.now() - begun
  let killed = 0
  for (let n = 0; n < Number(process.env.BACKUP_KILLS ?? 10); n++) {
    begun = performance.now()
    const moment = duration * (0.3 + 0.7 * Math.random())
    const { signal, found } = await killedRestore(() => setTimeout(moment))
    expect([before, after]).toContainEqual(found)
    if (signal === 'SIGKILL') killed++
    // The first one took longer to load.
    else duration = performance.now() - begun
  }
  expect(killed).toBeGreaterThan(0)
})

test('a replacement that was interrupted between its own steps is finished by the next process', async () => {
  const source = join(root, 'restored elsewhere')
  await run(source, [backup])
  for (const done of ['nothing', 'log moved', 'file kept'] as const) {
    const dataDir = freshFolder()
    const stage = join(dataDir, 'restoring-20261124T061720Z')
    cpSync(join(source, 'lading.db'), join(stage, 'lading.db'))
    const aside = join(dataDir, 'replaced-20261124T061720Z')
    if (done !== 'nothing') {
      cpSync(join(dataDir, 'lading.db-wal'), join(aside, 'lading.db-wal'))
      rmSync(join(dataDir, 'lading.db-wal'))
    }
    if (done === 'file kept') cpSync(join(dataDir, 'lading.db'), join(aside, 'lading.db'))
    expect(await draftsIn(dataDir)).toEqual(after)
    expect(await draftsIn(aside)).toEqual(before)
    expect(existsSync(stage)).toBe(false)
  }
})
