import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Scope } from '@/lib/contract/operations'
import { logFault } from '@/lib/log/log'
import type { Db } from '@/lib/store/db/database'
import type { Keyring } from '@/lib/store/secrets/keyring'
import { hashSecretKey, readSecretKey } from '@/lib/store/secrets/secret-key'
import { DESK_CLIENT } from './clients'
import { AUDIENCE, ISSUER, TOKEN_LIFETIME } from './credentials'
import { readScopes } from './scopes'

/** Tolerated clock difference, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60
const MAX_TOKEN_LENGTH = 8192
/** The last use is stored at most this often, in milliseconds, so that most requests need no commit. */
const USE_RECORD_INTERVAL_MS = 60_000

/** An authenticated client of the embedded service. */
export interface Principal {
  readonly clientId: string
  readonly clientName: string
  /** Whether it is Lading's own client. */
  readonly isDesk: boolean
  readonly scopes: readonly Scope[]
}

/** The principal of a token (without `Bearer `); undefined if it is forged, expired or revoked. */
export async function authenticateToken(
  db: Db,
  ring: Keyring,
  token: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const claims = await verify(ring, token, now)
  if (!claims) return undefined
  return findPrincipal(db, { id: claims.jti, kind: 'token', clientId: claims.sub }, now)
}

/** The principal of a secret key; undefined if it is unknown, mistyped, expired or revoked. */
export async function authenticateKey(
  db: Db,
  ring: Keyring,
  key: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  const id = readSecretKey('service', key)
  if (id === undefined) return undefined
  const row = await db
    .selectFrom('service_credential')
    .select(['hash', 'kid', 'client_id'])
    .where('id', '=', id)
    .where('kind', '=', 'key')
    .executeTakeFirst()
  const pepper = row && ring.derive('key-pepper', row.kid)
  if (!row?.hash || !pepper) return undefined
  const isSame = timingSafeEqual(Buffer.from(row.hash, 'hex'), hashSecretKey(pepper, key))
  return isSame ? findPrincipal(db, { id, kind: 'key', clientId: row.client_id }, now) : undefined
}

async function verify(
  ring: Keyring,
  token: string,
  now: Date,
): Promise<{ jti: string; sub: string } | undefined> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => tokenKey(ring, kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: TOKEN_LIFETIME,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    return payload.jti && payload.sub ? { jti: payload.jti, sub: payload.sub } : undefined
  } catch {
    // The response does not give the reason: the token does not authenticate its caller.
    return undefined
  }
}

function tokenKey(ring: Keyring, kid: string | undefined): Buffer {
  const key = kid === undefined ? undefined : ring.derive('token', kid)
  if (!key) throw new Error('unknown kid')
  return key
}

async function findPrincipal(
  db: Db,
  credential: { id: string; kind: 'token' | 'key'; clientId: string },
  now: Date,
): Promise<Principal | undefined> {
  const row = await db
    .selectFrom('service_credential as credential')
    .innerJoin('service_client as client', 'client.id', 'credential.client_id')
    .select(['client.name', 'client.scopes', 'credential.last_used_at', 'credential.expires_at'])
    .where('credential.id', '=', credential.id)
    .where('credential.kind', '=', credential.kind)
    .where('credential.client_id', '=', credential.clientId)
    .where('credential.revoked_at', 'is', null)
    .where('client.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row || (row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime())) return undefined
  const sinceUse = row.last_used_at ? now.getTime() - Date.parse(row.last_used_at) : Number.POSITIVE_INFINITY
  if (sinceUse >= USE_RECORD_INTERVAL_MS) await recordUse(db, credential.id, now)
  return {
    clientId: credential.clientId,
    clientName: row.name,
    isDesk: row.name === DESK_CLIENT,
    scopes: readScopes(row.scopes),
  }
}

async function recordUse(db: Db, id: string, now: Date): Promise<void> {
  try {
    await db
      .updateTable('service_credential')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    // A full disk must not lock out clients who only check orders.
    logFault('the last use of a credential could not be noted', error)
  }
}
