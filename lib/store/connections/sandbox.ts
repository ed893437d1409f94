import 'server-only'
import type { Database, Db } from '@/lib/store/db/database'
import { type Keyring, keyring } from '@/lib/store/secrets/keyring'
import { kidOf } from '@/lib/store/secrets/seal'
import { DESK_CLIENT, findOrCreateClient } from '@/lib/store/service/clients'
import { issueKey, issueToken, TOKEN_LIFETIME } from '@/lib/store/service/credentials'
import { type Connection, type ConnectionRow, DEFAULT_SIZES, toConnection } from './connections'
import { emptySecrets, openSecret, sealSecrets } from './sealed-secrets'

/** Id of the preconfigured connection to the embedded service. */
export const SANDBOX_ID = 'sandbox'
/** A token that expires within this time is renewed, in milliseconds. */
const RENEW_BEFORE_MS = 10 * 60 * 1000
/** A token that lasts longer was issued while the clock was ahead, and is refused until then. In milliseconds. */
const LONGEST_MS = TOKEN_LIFETIME * 1000 + 60 * 1000

/**
 * Returns the connection "Sandbox". Creates it if it is missing, renews a token that expires soon, and
 * issues new credentials if the stored ones cannot be opened (lost keys, changed row).
 */
export async function ensureSandbox(
  database: Database,
  ring: Keyring = keyring(),
  now: Date = new Date(),
): Promise<Connection> {
  const kept = await findSandbox(database.kysely)
  if (kept && hasCredentials(ring, kept, now)) return toConnection(kept)
  return database.write(async trx => {
    const current = await lockSandbox(trx, now)
    return toConnection(
      hasCredentials(ring, current, now) ? current : await issueSandboxCredentials(trx, ring, current, now),
    )
  })
}

/**
 * Issues new credentials for the Sandbox if its own depend on an older key. They cannot just be sealed
 * again: the token is signed and the key is hashed with keys of the same ring.
 * @returns how many secrets were replaced
 */
export async function renewSandbox(
  database: Database,
  ring: Keyring = keyring(),
  now: Date = new Date(),
): Promise<number> {
  return database.write(async trx => {
    const current = await lockSandbox(trx, now)
    const kept = [current.access_token, current.secret_key].filter(text => text !== null)
    if (kept.every(text => kidOf(text) === ring.newest)) return 0
    await issueSandboxCredentials(trx, ring, { ...current, access_token: null, secret_key: null }, now)
    return kept.length
  })
}

function findSandbox(db: Db): Promise<ConnectionRow | undefined> {
  return db.selectFrom('connection').selectAll().where('id', '=', SANDBOX_ID).executeTakeFirst()
}

/** Returns the locked row of the sandbox, created without credentials if it is missing. */
async function lockSandbox(trx: Db, now: Date): Promise<ConnectionRow> {
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

const hasCredentials = (ring: Keyring, row: ConnectionRow, now: Date) =>
  readLiveToken(ring, row, now) && openSecret(ring, row, 'secret_key')

function readLiveToken(ring: Keyring, row: ConnectionRow, now: Date): string | undefined {
  const left = Date.parse(row.access_token_expires_at ?? '') - now.getTime()
  return left >= RENEW_BEFORE_MS && left <= LONGEST_MS ? openSecret(ring, row, 'access_token') : undefined
}

async function issueSandboxCredentials(
  trx: Db,
  ring: Keyring,
  row: ConnectionRow,
  now: Date,
): Promise<ConnectionRow> {
  const { id: clientId } = await findOrCreateClient(trx, DESK_CLIENT, undefined, now)
  const token = readLiveToken(ring, row, now) ? undefined : await issueToken(trx, ring, clientId, now)
  const secretKey = openSecret(ring, row, 'secret_key') ? undefined : await issueKey(trx, ring, clientId, now)
  const at = now.toISOString()
  const completed: ConnectionRow = {
    ...row,
    ...sealSecrets(ring, row, { accessToken: token?.accessToken, secretKey }, at),
    ...(token && { access_token_expires_at: token.expiresAt }),
    updated_at: at,
  }
  await trx.updateTable('connection').set(completed).where('id', '=', SANDBOX_ID).execute()
  return completed
}

const newSandbox = (now: Date): ConnectionRow => ({
  ...emptySecrets,
  id: SANDBOX_ID,
  name: 'Sandbox',
  kind: 'embedded',
  environment: 'test',
  // Derived from the environment when it is needed.
  base_url: '',
  rehearsal: null,
  idempotency: 'off',
  check_size: DEFAULT_SIZES.check,
  register_size: DEFAULT_SIZES.register,
  check_parallel: DEFAULT_SIZES.parallel,
  warehouses: '[]',
  console_link: '',
  is_default: 0,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  deleted_at: null,
})
