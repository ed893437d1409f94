import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Scope } from '@/lib/contract/operations'
import { logFault } from '@/lib/log/log'
import { DESK_CLIENT } from './clients'
import { AUDIENCE, hashKey, ISSUER, TOKEN_LIFETIME } from './credentials'
import type { Handle } from './database'
import type { Keyring } from './keyring'
import { readScopes } from './scopes'
import { readSecretKey } from './secret-key'

/** How far clocks may differ, in seconds. */
const CLOCK_TOLERANCE = 60
const MAX_TOKEN_LENGTH = 8192
/** A use is noted at most this often, in milliseconds: not every request shall wait for a commit. */
const USE_NOTED_EVERY = 60_000

/** Whoever calls the embedded service. */
export interface Principal {
  readonly clientId: string
  readonly clientName: string
  /** Whether it is the client as which Lading asks itself. */
  readonly isDesk: boolean
  /** What it may do. */
  readonly scopes: readonly Scope[]
}

/** Who sent this token (without `Bearer `); undefined when it is forged, over, revoked or of somebody else. */
export async function readToken(
  handle: Handle,
  ring: Keyring,
  token: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const claims = await verify(ring, token, now)
  if (!claims) return undefined
  return findPrincipal(handle, { id: claims.jti, kind: 'token', clientId: claims.sub }, now)
}

/** Who sent this secret key; undefined when it is unknown, mistyped, over or revoked. */
export async function readKey(
  handle: Handle,
  ring: Keyring,
  key: string,
  now: Date = new Date(),
): Promise<Principal | undefined> {
  const id = readSecretKey(key)
  if (id === undefined) return undefined
  const row = await handle
    .selectFrom('service_credential')
    .select(['hash', 'kid', 'client_id'])
    .where('id', '=', id)
    .where('kind', '=', 'key')
    .executeTakeFirst()
  const pepper = row && ring.derive('key-pepper', row.kid)
  if (!row?.hash || !pepper) return undefined
  const isSame = timingSafeEqual(Buffer.from(row.hash, 'hex'), hashKey(pepper, key))
  return isSame ? findPrincipal(handle, { id, kind: 'key', clientId: row.client_id }, now) : undefined
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
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: now,
    })
    return payload.jti && payload.sub ? { jti: payload.jti, sub: payload.sub } : undefined
  } catch {
    // Whatever is wrong with it, and a caller is told no more: it does not prove who sent it.
    return undefined
  }
}

function tokenKey(ring: Keyring, kid: string | undefined): Buffer {
  const key = kid === undefined ? undefined : ring.derive('token', kid)
  if (!key) throw new Error('unknown kid')
  return key
}

async function findPrincipal(
  handle: Handle,
  credential: { id: string; kind: 'token' | 'key'; clientId: string },
  now: Date,
): Promise<Principal | undefined> {
  const row = await handle
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
  if (sinceUse >= USE_NOTED_EVERY) await noteUse(handle, credential.id, now)
  return {
    clientId: credential.clientId,
    clientName: row.name,
    isDesk: row.name === DESK_CLIENT,
    scopes: readScopes(row.scopes),
  }
}

async function noteUse(handle: Handle, id: string, now: Date): Promise<void> {
  try {
    await handle
      .updateTable('service_credential')
      .set({ last_used_at: now.toISOString() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    // A full disk must not shut out callers who only want orders checked.
    logFault('the last use of a credential could not be noted', error)
  }
}
