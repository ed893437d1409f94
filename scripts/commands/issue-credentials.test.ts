import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { authenticateKey, authenticateToken } from '@/lib/store/service/principals'
import { type Bundle, bundle } from '../lib/build/bundle'

const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
let serving: Database
let command: Bundle
beforeAll(async () => {
  command = await bundle('scripts/commands/issue-credentials.ts')
  serving = await openDatabase({ dataDir })
})
afterAll(async () => {
  await serving.close()
  command.remove()
  rmSync(dataDir, { recursive: true })
})

const start = (args: readonly string[], language = 'C') =>
  promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', APP_KEYS: '', LC_ALL: language },
  })
/** Starts the command as `npm run issue-credentials` does. */
const asShipped = ['--conditions=react-server', '--import', 'tsx', 'scripts/commands/issue-credentials.ts']
const run = (...words: string[]) => start([command.file, ...words])

test('credentials that are issued while the server runs work from the next request on', async () => {
  const ring = makeKeyring(loadKeys(dataDir))
  const { stdout } = await start([...asShipped, '--name', 'Hanbit Store', '--json'])
  const issued = JSON.parse(stdout)
  expect(Object.keys(issued)).toEqual(['accessToken', 'secretKey', 'expiresAt'])
  const principal = {
    clientId: expect.any(String),
    clientName: 'Hanbit Store',
    isDesk: false,
    scopes: ['orders', 'products'],
  }
  expect(await authenticateToken(serving.kysely, ring, issued.accessToken)).toEqual(principal)
  expect(await authenticateKey(serving.kysely, ring, issued.secretKey)).toEqual(principal)
  const left = Date.parse(issued.expiresAt) - Date.now()
  expect(left).toBeGreaterThan(23 * 3_600_000)
  expect(left).toBeLessThanOrEqual(24 * 3_600_000)
})

test('scopes and an expiry can be given as arguments', async () => {
  const ring = makeKeyring(loadKeys(dataDir))
  const words = ['--name', 'Catalogue', '--scopes', ' products', '--expires-in', '30']
  const { secretKey } = JSON.parse((await run(...words, '--json')).stdout)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  expect(await authenticateKey(serving.kysely, ring, secretKey, inDays(29.9))).toMatchObject({
    scopes: ['products'],
  })
  expect(await authenticateKey(serving.kysely, ring, secretKey, inDays(30))).toBeUndefined()
  expect((await run(...words)).stdout).toMatch(/Secret key \(expires 2\d{3}-/)
})

test('wrong arguments get a message with the correct usage, and stdout stays empty', async () => {
  const wrong: [words: string[], code: number, message: string][] = [
    [[], 2, '--name NAME'],
    [['--name', ' '], 2, '--name NAME'],
    [['--nme', 'x'], 2, '--name NAME'],
    [['--name', 'x', '--scopes', 'order'], 2, 'must be orders, products, separated by commas, not “order”'],
    [['--name', 'x', '--scopes', ''], 2, '--scopes must be'],
    [['--name', 'x', '--expires-in', '0'], 2, 'whole number of days from 1 to 3650, not “0”'],
    [['--name', 'x', '--expires-in', '1.5'], 2, 'whole number of days'],
    [['--name', 'Lading desk'], 1, '“Lading desk” is used by Lading itself.'],
    [['--name', 'Hanbit Store', '--scopes', 'orders'], 1, '“Hanbit Store” already exists with these scopes'],
  ]
  const refusals = wrong.map(([words, code, message]) =>
    expect(run(...words, '--json')).rejects.toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    }),
  )
  await Promise.all(refusals)
})

test('messages are in the terminal’s language, and output for scripts stays the same', async () => {
  const korean = await start([command.file, '--name', '한빛'], 'ko_KR.UTF-8')
  expect(korean.stdout).toMatch(/^한빛의 인증 정보입니다\..*\n\n액세스 토큰\(만료: 2/)
  const refused = start([command.file], 'ja_JP.UTF-8')
  await expect(refused).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--name NAME\n使い方：npm run issue-credentials/),
  })
  const json = await start([command.file, '--name', '한빛', '--json'], 'ja_JP.UTF-8')
  expect(Object.keys(JSON.parse(json.stdout))).toEqual(['accessToken', 'secretKey', 'expiresAt'])
})
