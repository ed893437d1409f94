import 'server-only'
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type AppKey, env } from '@/lib/env'
import { makePrivateDirectory } from '@/lib/store/db/sqlite/sqlite'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('terminal.database')

/** Purposes of derived keys. Each purpose has its own key. */
export type Purpose = 'seal' | 'token' | 'key-pepper' | 'session' | 'device' | 'parcel'

/** The keys of this installation, newest first: the first one is used for writing, all for reading. */
export interface Keyring {
  readonly newest: string
  /** The names of its keys, newest first. */
  readonly kids: readonly string[]
  /** 32 bytes for `purpose`; undefined if the key is unknown. */
  derive(purpose: Purpose, kid: string): Buffer | undefined
}

/** A derived key for writing, and the name that readers need to find it. */
interface DerivedKey {
  readonly kid: string
  readonly bytes: Buffer
}

/** A ring of the given keys (newest first; at least one). */
export function makeKeyring(keys: readonly AppKey[]): Keyring {
  const [first] = keys
  if (!first) throw new Error('A key ring needs at least one key.')
  const derived = new Map<string, Buffer>()
  return {
    newest: first.kid,
    kids: keys.map(key => key.kid),
    derive(purpose, kid) {
      const id = `${purpose}|${kid}`
      const known = derived.get(id)
      if (known) return known
      const key = keys.find(candidate => candidate.kid === kid)
      if (!key) return undefined
      const bytes = Buffer.from(hkdfSync('sha256', key.bytes, 'lading', `lading/v1/${purpose}`, 32))
      derived.set(id, bytes)
      return bytes
    },
  }
}

/** The newest key for `purpose`, which writers use. */
export function newestKey(ring: Keyring, purpose: Purpose): DerivedKey {
  const bytes = ring.derive(purpose, ring.newest)
  if (!bytes) throw new Error('The newest key of the ring is not in the ring.')
  return { kid: ring.newest, bytes }
}

let ring: Keyring | undefined

/** The ring of this process: APP_KEYS, else the key in DATA_DIR/keys.json, which is created if missing. */
export function keyring(): Keyring {
  ring ??= makeKeyring(env().appKeys ?? loadKeys(env().dataDir))
  return ring
}

const keyFile = z.object({
  keys: z.array(z.object({ kid: z.string().min(1), key: z.base64().length(44) })).min(1),
})

/**
 * Reads the keys in `dataDir`, or creates one. Of two processes that start at the same time, both use the
 * same.
 */
export function loadKeys(dataDir: string): AppKey[] {
  makePrivateDirectory(dataDir)
  const path = join(dataDir, 'keys.json')
  return readKeys(path) ?? makeKeys(path)
}

function readKeys(path: string): AppKey[] | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
  const read = keyFile.safeParse(readJson(text))
  if (!read.success) throw new Error(t('unreadableKeys', { path }))
  return read.data.keys.map(({ kid, key }) => ({ kid, bytes: Buffer.from(key, 'base64') }))
}

function makeKeys(path: string): AppKey[] {
  const bytes = randomBytes(32)
  // A random name: if two servers of one database each created a key, the later one reports the other's key
  // as missing.
  const kid = `k${randomBytes(4).toString('hex')}`
  const whole = `${path}.${randomUUID()}`
  const text = JSON.stringify({ keys: [{ kid, key: bytes.toString('base64') }] })
  writeFileSync(whole, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A link appears atomically and never replaces the file of a faster process.
    linkSync(whole, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(whole, { force: true })
  }
  const kept = readKeys(path)
  if (!kept) throw new Error(t('removedKeys', { path }))
  return kept
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
