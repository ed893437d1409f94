import 'server-only'
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type AppKey, env } from '@/lib/env'
import { makePrivateDirectory } from './sqlite'

/** What a key is derived for. One purpose never sees the key of another. */
export type Purpose = 'seal' | 'token' | 'key-pepper' | 'session' | 'device'

/** The keys of this installation, newest first: the first one makes, all of them read. */
export interface Keyring {
  readonly newest: string
  /** The names of all its keys, newest first. */
  readonly kids: readonly string[]
  /** 32 bytes for `purpose`; undefined when no key of that name is known (any more). */
  derive(purpose: Purpose, kid: string): Buffer | undefined
}

/** A key for making something, and the name by which it is found again for reading. */
export interface DerivedKey {
  readonly kid: string
  readonly bytes: Buffer
}

/** A ring of given keys (newest first; at least one). */
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

/** The newest key for `purpose`: what is made today is made with it. */
export function newestKey(ring: Keyring, purpose: Purpose): DerivedKey {
  const bytes = ring.derive(purpose, ring.newest)
  if (!bytes) throw new Error('The newest key of the ring is not in the ring.')
  return { kid: ring.newest, bytes }
}

let ring: Keyring | undefined

/** The ring of this process: APP_KEYS, else the key kept in DATA_DIR/keys.json, which is made when it is not there. */
export function keyring(): Keyring {
  ring ??= makeKeyring(env().appKeys ?? keptKeys(env().dataDir))
  return ring
}

const keyFile = z.object({
  keys: z.array(z.object({ kid: z.string().min(1), key: z.base64().length(44) })).min(1),
})

/** Reads the keys kept in `dataDir`, or makes one. Of two processes that start at once, both use the same. */
export function keptKeys(dataDir: string): AppKey[] {
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
  if (!read.success) throw new Error(`${path} holds no keys that can be read. Restore it from a backup.`)
  return read.data.keys.map(({ kid, key }) => ({ kid, bytes: Buffer.from(key, 'base64') }))
}

function makeKeys(path: string): AppKey[] {
  const bytes = randomBytes(32)
  // A name of its own: of two servers of one database that each made a key, the later is told that it lacks the other's.
  const kid = `k${randomBytes(4).toString('hex')}`
  const whole = `${path}.${randomUUID()}`
  const text = JSON.stringify({ keys: [{ kid, key: bytes.toString('base64') }] })
  writeFileSync(whole, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A link appears whole or not at all, and never replaces the file of a process that was quicker.
    linkSync(whole, path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(whole, { force: true })
  }
  const kept = readKeys(path)
  if (!kept) throw new Error(`${path} was removed while it was made. Start again.`)
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
