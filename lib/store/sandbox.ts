import 'server-only'
import { DESK_CLIENT, findOrMakeClient } from './clients'
import { emptySecrets, openSecret, sealSecrets } from './connection-secrets'
import { type Connection, type ConnectionRow, DEFAULT_SIZES, toConnection } from './connections'
import { issueKey, issueToken } from './credentials'
import type { Database, Handle } from './database'
import { type Keyring, keyring } from './keyring'
import { kidOf } from './seal'

/** Id of the ready-made connection to the embedded service. */
export const SANDBOX_ID = 'sandbox'
/** A token that ends within this time is renewed, in milliseconds. */
const RENEW_BEFORE = 10 * 60 * 1000

/**
 * The ready-made connection "Sandbox". Made when it is not there; given a new token when the old one is about to
 * end, and new credentials when the old ones do not open (the keys were lost, or the row was tampered with).
 */
export async function ensureSandbox(
  database: Database,
  ring: Keyring = keyring(),
  now: Date = new Date(),
): Promise<Connection> {
  const kept = await findSandbox(database.kysely)
  if (kept && isFurnished(ring, kept, now)) return toConnection(kept)
  return database.write(async trx => {
    const current = await holdSandbox(trx, now)
    return toConnection(isFurnished(ring, current, now) ? current : await furnish(trx, ring, current, now))
  })
}

/**
 * New credentials for the Sandbox under the newest key, when its own came of an older one: their token is signed and
 * their key is hashed with keys of the same ring, so that sealing them anew would not do.
 * @returns how many secrets were replaced
 */
export async function renewSandbox(
  database: Database,
  ring: Keyring = keyring(),
  now: Date = new Date(),
): Promise<number> {
  return database.write(async trx => {
    const current = await holdSandbox(trx, now)
    const kept = [current.access_token, current.secret_key].filter(text => text !== null)
    if (kept.every(text => kidOf(text) === ring.newest)) return 0
    await furnish(trx, ring, { ...current, access_token: null, secret_key: null }, now)
    return kept.length
  })
}

function findSandbox(handle: Handle): Promise<ConnectionRow | undefined> {
  return handle.selectFrom('connection').selectAll().where('id', '=', SANDBOX_ID).executeTakeFirst()
}

/** The row, made bare when it is not there. Until the transaction ends, others who want to furnish it wait. */
async function holdSandbox(trx: Handle, now: Date): Promise<ConnectionRow> {
  await trx
    .insertInto('connection')
    .values(newSandbox(now))
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  return trx
    .updateTable('connection')
    .set({ kind: 'embedded' })
    .where('id', '=', SANDBOX_ID)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const isFurnished = (ring: Keyring, row: ConnectionRow, now: Date) =>
  livingToken(ring, row, now) && openSecret(ring, row, 'secret_key')

function livingToken(ring: Keyring, row: ConnectionRow, now: Date): string | undefined {
  const left = Date.parse(row.access_token_expires_at ?? '') - now.getTime()
  return left >= RENEW_BEFORE ? openSecret(ring, row, 'access_token') : undefined
}

async function furnish(trx: Handle, ring: Keyring, row: ConnectionRow, now: Date): Promise<ConnectionRow> {
  const { id: clientId } = await findOrMakeClient(trx, DESK_CLIENT, undefined, now)
  const token = livingToken(ring, row, now) ? undefined : await issueToken(trx, ring, clientId, now)
  const secretKey = openSecret(ring, row, 'secret_key') ? undefined : await issueKey(trx, ring, clientId, now)
  const at = now.toISOString()
  const furnished: ConnectionRow = {
    ...row,
    ...sealSecrets(ring, row, { accessToken: token?.accessToken, secretKey }, at),
    ...(token && { access_token_expires_at: token.expiresAt }),
    updated_at: at,
  }
  await trx.updateTable('connection').set(furnished).where('id', '=', SANDBOX_ID).execute()
  return furnished
}

const newSandbox = (now: Date): ConnectionRow => ({
  ...emptySecrets,
  id: SANDBOX_ID,
  name: 'Sandbox',
  kind: 'embedded',
  environment: 'test',
  // Wherever this process listens: worked out when it is used.
  base_url: '',
  rehearsal: null,
  check_size: DEFAULT_SIZES.check,
  register_size: DEFAULT_SIZES.register,
  check_parallel: DEFAULT_SIZES.parallel,
  warehouses: '[]',
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  deleted_at: null,
})
