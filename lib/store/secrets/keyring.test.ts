import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeys, makeKeyring, newestKey } from './keyring'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a key is created once, kept, and unreadable for other users of the machine', () => {
  const made = loadKeys(dataDir)
  expect(loadKeys(dataDir)).toEqual(made)
  expect(made[0]?.bytes).toHaveLength(32)
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('four processes that start at the same time use the same key', async () => {
  const script = `import { loadKeys } from './lib/store/secrets/keyring.ts'
    console.log(loadKeys(${JSON.stringify(dataDir)})[0]?.bytes.toString('base64'))`
  const start = () =>
    promisify(execFile)(process.execPath, [
      '--conditions=react-server',
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      script,
    ])
  const outputs = await Promise.all([start(), start(), start(), start()])
  const [own] = loadKeys(dataDir)
  expect(new Set(outputs.map(output => output.stdout.trim()))).toEqual(
    new Set([own?.bytes.toString('base64')]),
  )
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
})

test('a damaged key file is not replaced, because sealed secrets would be lost', () => {
  writeFileSync(join(dataDir, 'keys.json'), '{"keys":[{"kid":"k1","ke')
  expect(() => loadKeys(dataDir)).toThrow('Restore it from a backup')
})

test('each purpose has its own, stable key', () => {
  const ring = makeKeyring(loadKeys(dataDir))
  const again = makeKeyring(loadKeys(dataDir))
  const purposes = ['seal', 'token', 'key-pepper', 'session'] as const
  expect(new Set(purposes.map(purpose => newestKey(ring, purpose).bytes.toString('hex'))).size).toBe(4)
  expect(newestKey(ring, 'token')).toEqual(newestKey(again, 'token'))
  expect(ring.derive('token', 'k9')).toBeUndefined()
})
