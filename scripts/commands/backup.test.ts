import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { manifestLine, readManifest } from '@/lib/store/backup/manifest'
import { verifyBackup } from '@/lib/store/backup/verify'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'

const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
const folder = join(dataDir, 'backups')
let serving: Database

const addDraft = (name: string) =>
  serving.write(trx =>
    saveLines(
      trx,
      { id: randomUUID(), sheet: 'orders/japan', name: 'Qoo10', operatorId: 'mina' },
      { upserts: [{ id: randomUUID(), rank: 1, texts: { 'recipient.name': name } }], removes: [] },
      new Date(),
    ),
  )

beforeAll(async () => {
  serving = await openDatabase({ dataDir })
  for (let n = 0; n < 30; n++) await addDraft(randomBytes(50_000).toString('hex'))
})
afterAll(async () => {
  await serving.close()
  rmSync(dataDir, { recursive: true })
})

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  DISK_FLOOR_MB: '0',
  LC_ALL: 'C',
  ...more,
})

const argumentsOf = (command: 'backup' | 'verify', ...args: string[]) => [
  '--conditions=react-server',
  '--import',
  'tsx',
  `scripts/commands/${command}.ts`,
  ...args,
]

const run = (args: string[], more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, { env: environment(more) })

test('an invalid variable is reported as its sentence', async () => {
  const failed = await run(argumentsOf('verify'), { BACKUP_PASSPHRASE: 'short' }).catch(error => error)
  expect(failed).toMatchObject({ code: 1, stderr: 'BACKUP_PASSPHRASE must have at least 12 characters.\n' })
})

test('a folder that cannot be written to is named before the database is copied', async () => {
  const file = join(dataDir, 'notes.txt')
  writeFileSync(file, '')
  const failed = await run(argumentsOf('backup', '--to', file)).catch(error => error)
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^No backup was made: ${file} can’t be written to`),
  })
})

test('the command names the file, what is in it, and where the keys are', async () => {
  const { stdout } = await run(argumentsOf('backup', '--to', join(dataDir, 'elsewhere')))
  expect(stdout).toMatch(/^Backup made and verified: .*elsewhere\/lading-\d{8}T\d{6}Z-[\d.]+\.backup \(/)
  expect(stdout).toMatch(/It has 0 orders, 3\d drafts,/)
  expect(stdout).toContain(`Keep ${join(dataDir, 'keys.json')} in another place`)
  const elsewhere = run(argumentsOf('verify', '--json'), { BACKUP_DIR: join(dataDir, 'elsewhere') })
  expect(JSON.parse((await elsewhere).stdout)).toMatchObject({
    ok: true,
    counts: { draft: expect.any(Number) },
    newestBackup: { file: expect.stringContaining('.backup') },
  })
})

test('verify says that a backup of a version without checksums cannot be proven in its first line', async () => {
  const made = JSON.parse(
    (await run(argumentsOf('backup', '--json', '--to', join(dataDir, 'earlier')))).stdout,
  )
  const proven = (await run(argumentsOf('verify', made.file))).stdout
  expect(proven).toMatch(/^The backup is intact: /)
  expect(proven).not.toContain('checksum')
  const { checksum: _, ...earlier } = (await readManifest(made.file)).manifest
  const bytes = readFileSync(made.file)
  const content = bytes.subarray(bytes.indexOf('\n') + 1)
  writeFileSync(made.file, Buffer.concat([manifestLine(earlier), content]))
  const { stdout } = await run(argumentsOf('verify', made.file))
  expect(stdout).toMatch(/^The backup is intact: /)
  expect(stdout).toContain('It was made before backups had a checksum')
})

test('--help prints how a command is called, and is no mistake', async () => {
  const { stdout, stderr } = await run(argumentsOf('backup', '--json', '--help'))
  expect(stdout).toBe('Usage: npm run backup [-- --to FOLDER] [--encrypt] [--json]\n')
  expect(stderr).toBe('')
})

test('a wrong argument, a missing passphrase and a file that is not a backup end with the reason', async () => {
  await expect(run(argumentsOf('backup', '--too', 'x'))).rejects.toMatchObject({ code: 2 })
  const stderr = expect.stringContaining('Set BACKUP_PASSPHRASE to encrypt the backup.')
  await expect(run(argumentsOf('backup', '--encrypt'))).rejects.toMatchObject({ code: 2, stderr })
  const stranger = join(dataDir, 'stranger.backup')
  writeFileSync(stranger, 'lading\n')
  for (const path of [stranger, dataDir])
    await expect(run(argumentsOf('verify', path))).rejects.toMatchObject({
      code: 1,
      stderr: `${path} isn’t a backup of Lading, or its first line is damaged.\n`,
    })
  await expect(run(argumentsOf('verify', '--json', join(dataDir, 'no.backup')))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\{"ok":false,"problem":".*doesn’t exist\."\}\n$/),
  })
})

// A file system of its own needs root.
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('with a disk of its own', () => {
  const disk = mkdtempSync(join(tmpdir(), 'lading-test-disk-'))
  const mount = (options: string) =>
    promisify(execFile)('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
  afterEach(() => promisify(execFile)('umount', [disk]))
  afterAll(() => rmSync(disk, { recursive: true }))

  const full = /^No backup was made: the disk of .* has too little free space\.[^\n]*\n$/
  test.each([
    ['that has too little space', 'size=256k', full],
    ['that has no space at all', 'size=4k', full],
    ['that is read-only', 'ro', /^No backup was made: .* can’t be written to\.[^\n]*\n$/],
  ])(
    '%s, no backup is made, nothing is left behind, and the command says why',
    async (_, options, reason) => {
      await mount(options)
      if (options === 'size=4k') writeFileSync(join(disk, 'other'), Buffer.alloc(4096))
      const before = readdirSync(disk)
      for (const passphrase of ['', 'correct horse battery staple']) {
        const backup = run(argumentsOf('backup', '--to', disk), { BACKUP_PASSPHRASE: passphrase })
        const stderr = expect.stringMatching(reason)
        await expect(backup).rejects.toMatchObject({ code: 1, stderr })
      }
      expect(readdirSync(disk)).toEqual(before)
      expect(readdirSync(dataDir).filter(name => name.startsWith('.lading-unfinished'))).toEqual([])
    },
  )
})

test('kill -9 at any moment leaves no backup or a complete one, while operators save', async () => {
  const kills = Number(process.env.BACKUP_KILLS ?? 20)
  let isOver = false
  const saving = (async () => {
    while (!isOver) {
      await addDraft('saved meanwhile')
      await setTimeout(5)
    }
  })()
  let begun = performance.now()
  await run(argumentsOf('backup'))
  let duration = performance.now() - begun
  let killed = 0
  for (let n = 0; n < kills; n++) {
    begun = performance.now()
    const child = spawn(process.execPath, argumentsOf('backup'), { env: environment(), stdio: 'ignore' })
    const ended = new Promise<string | null>(resolve => child.once('exit', (_, signal) => resolve(signal)))
    // The first part of the time loads the program.
    await Promise.race([setTimeout(duration * (0.3 + 0.7 * Math.random())), ended])
    child.kill('SIGKILL')
    if ((await ended) === 'SIGKILL') killed++
    // The first one took longer to load.
    else duration = performance.now() - begun
  }
  await run(argumentsOf('backup'))
  isOver = true
  await saving
  expect(killed).toBeGreaterThan(0)
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThanOrEqual(2)
  for (const name of names) {
    expect(name).toMatch(/^lading-.*\.backup$/)
    const { counts } = await verifyBackup(join(folder, name), undefined, { dataDir })
    expect(counts.draft).toBeGreaterThanOrEqual(30)
    expect(counts.draft).toBe(counts.draft_line)
  }
  expect(readdirSync(dataDir).filter(name => name.startsWith('.lading-unfinished'))).toEqual([])
  expect(existsSync(join(dataDir, 'lading.db'))).toBe(true)
}, 180_000)
