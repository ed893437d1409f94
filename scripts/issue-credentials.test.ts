import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/store/database'
import { keptKeys, makeKeyring } from '@/lib/store/keyring'
import { readKey, readToken } from '@/lib/store/principals'

const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
let serving: Database
beforeAll(async () => {
  serving = await openDatabase({ dataDir })
})
afterAll(async () => {
  await serving.close()
  rmSync(dataDir, { recursive: true })
})

const run = (...words: string[]) =>
  promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'scripts/issue-credentials.ts', ...words],
    { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', APP_KEYS: '' } },
  )

test('credentials issued while the server runs are taken from the next request on', async () => {
  const ring = makeKeyring(keptKeys(dataDir))
  const { stdout } = await run('--name', 'Hanbit Store', '--json')
  const issued = JSON.parse(stdout)
  expect(Object.keys(issued)).toEqual(['accessToken', 'secretKey', 'expiresAt'])
  const principal = { clientId: expect.any(String), clientName: 'Hanbit Store' }
  expect(await readToken(serving.kysely, ring, issued.accessToken)).toEqual(principal)
  expect(await readKey(serving.kysely, ring, issued.secretKey)).toEqual(principal)
  const left = Date.parse(issued.expiresAt) - Date.now()
  expect(left).toBeGreaterThan(23 * 3_600_000)
  expect(left).toBeLessThanOrEqual(24 * 3_600_000)
})

test('without a name it says what to write', async () => {
  for (const words of [[], ['--name', ' '], ['--nme', 'x']]) {
    await expect(run(...words)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--name NAME'),
    })
  }
})
