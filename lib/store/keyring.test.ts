import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptKeys, makeKeyring, newestKey } from './keyring'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a key is made once, kept, and closed to other users of the machine', () => {
  const made = keptKeys(dataDir)
  expect(keptKeys(dataDir)).toEqual(made)
  expect(made[0]?.bytes).toHaveLength(32)
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('of four processes that start at once, all use the same key', async () => {
  const script = `import { keptKeys } from './lib/store/keyring.ts'
    console.log(keptKeys(${JSON.stringify(dataDir)})[0]?.bytes.toString('base64'))`
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
  const [own] = keptKeys(dataDir)
  expect(new Set(outputs.map(output => output.stdout.trim()))).toEqual(
    new Set([own?.bytes.toString('base64')]),
  )
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
})

test('a key file that is damaged is not replaced, since what it sealed would be lost', () => {
  writeFileSync(join(dataDir, 'keys.json'), '{"keys":[{"kid":"k1","ke')
  expect(() => keptKeys(dataDir)).toThrow('Restore it from a backup')
})

test('each purpose has a key of its own, and the same one every time', () => {
  const ring = makeKeyring(keptKeys(dataDir))
  const again = makeKeyring(keptKeys(dataDir))
  const purposes = ['seal', 'token', 'key-pepper', 'session'] as const
  expect(new Set(purposes.map(purpose => newestKey(ring, purpose).bytes.toString('hex'))).size).toBe(4)
  expect(newestKey(ring, 'token')).toEqual(newestKey(again, 'token'))
  expect(ring.derive('token', 'k9')).toBeUndefined()
})
