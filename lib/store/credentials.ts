import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Scope } from '@/lib/contract/operations'
import { DESK_CLIENT, findOrMakeClient } from './clients'
import type { Handle } from './database'
import { type Keyring, newestKey } from './keyring'
import { makeSecretKey } from './secret-key'

/** A token lives for 24 hours, in seconds. */
export const TOKEN_LIFETIME = 24 * 60 * 60

/** Who issues tokens, and for whom. */
export const ISSUER = 'lading'
export const AUDIENCE = 'lading-open-api'

/** Credentials in the clear: shown once, never stored. */
export interface IssuedCredentials {
  readonly clientId: string
  readonly accessToken: string
  readonly secretKey: string
  /** When the token ends (ISO 8601, UTC). */
  readonly expiresAt: string
}

/** On what terms they are issued. */
export interface Terms {
  /** What the client may do; both unless told. One that is there already keeps its own. */
  readonly scopes?: readonly Scope[] | undefined
  /** When the key ends; it is good until it is revoked unless told. */
  readonly keyExpiresAt?: Date | undefined
}

/**
 * Issues a token and a key to the client called `name`, which is made when there is none. Earlier ones stay good.
 * @throws Error, with a sentence for whoever asks, when that client cannot be issued anything.
 */
export async function issueCredentials(
  handle: Handle,
  ring: Keyring,
  name: string,
  { scopes, keyExpiresAt }: Terms = {},
  now: Date = new Date(),
): Promise<IssuedCredentials> {
  if (name === DESK_CLIENT) throw new Error(`“${name}” is Lading itself. Choose another name.`)
  const { id: clientId } = await findOrMakeClient(handle, name, scopes, now)
  const { accessToken, expiresAt } = await issueToken(handle, ring, clientId, now)
  const secretKey = await issueKey(handle, ring, clientId, now, keyExpiresAt)
  return { clientId, accessToken, secretKey, expiresAt }
}

/** Issues a further token to a client. */
export async function issueToken(
  handle: Handle,
  ring: Keyring,
  clientId: string,
  now: Date = new Date(),
): Promise<{ accessToken: string; expiresAt: string }> {
  const { kid, bytes } = newestKey(ring, 'token')
  const jti = randomUUID()
  const issued = Math.floor(now.getTime() / 1000)
  const accessToken = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(clientId)
    .setJti(jti)
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_LIFETIME)
    .sign(bytes)
  const expiresAt = new Date((issued + TOKEN_LIFETIME) * 1000).toISOString()
  await keepCredential(handle, {
    id: jti,
    client_id: clientId,
    kind: 'token',
    hash: null,
    kid,
    last4: accessToken.slice(-4),
    issued_at: now.toISOString(),
    expires_at: expiresAt,
  })
  return { accessToken, expiresAt }
}

/** Issues a further secret key to a client, good until `expiresAt`, or until it is revoked. */
export async function issueKey(
  handle: Handle,
  ring: Keyring,
  clientId: string,
  now: Date,
  expiresAt?: Date,
): Promise<string> {
  const { kid, bytes } = newestKey(ring, 'key-pepper')
  const { id, key } = makeSecretKey()
  await keepCredential(handle, {
    id,
    client_id: clientId,
    kind: 'key',
    hash: hashKey(bytes, key).toString('hex'),
    kid,
    last4: key.slice(-4),
    issued_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  })
  return key
}

/** One token or one key, by its id, or everything of a client. */
export type Revocable = { readonly credentialId: string } | { readonly clientId: string }

/** Revokes. It holds from the next request on. @returns false when there was nothing left to revoke. */
export async function revoke(handle: Handle, what: Revocable, now: Date = new Date()): Promise<boolean> {
  const [table, id] =
    'clientId' in what
      ? (['service_client', what.clientId] as const)
      : (['service_credential', what.credentialId] as const)
  const { numUpdatedRows } = await handle
    .updateTable(table)
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What is kept of a key: its HMAC-SHA256 under a pepper that is not in the database. */
export const hashKey = (pepper: Buffer, key: string) => createHmac('sha256', pepper).update(key).digest()

type NewCredential = {
  id: string
  client_id: string
  kind: 'token' | 'key'
  hash: string | null
  kid: string
  last4: string
  issued_at: string
  expires_at: string | null
}

async function keepCredential(handle: Handle, row: NewCredential): Promise<void> {
  await handle
    .insertInto('service_credential')
    .values({ ...row, revoked_at: null, last_used_at: null })
    .execute()
}
