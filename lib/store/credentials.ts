import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
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
  /** When the token ends (ISO 8601, UTC). The key does not end; it is revoked. */
  readonly expiresAt: string
}

/** Issues a token and a key to the client called `name`, which is made when there is none. Earlier ones stay good. */
export async function issueCredentials(
  handle: Handle,
  ring: Keyring,
  name: string,
  now: Date = new Date(),
): Promise<IssuedCredentials> {
  const clientId = await findOrMakeClient(handle, name, now)
  const { accessToken, expiresAt } = await issueToken(handle, ring, clientId, now)
  const secretKey = await issueKey(handle, ring, clientId, now)
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

/** Revokes one token or key (by its id), or everything of a client. It holds from the next request. */
export async function revoke(
  handle: Handle,
  what: { readonly credentialId: string } | { readonly clientId: string },
  now: Date = new Date(),
): Promise<void> {
  const at = { revoked_at: now.toISOString() }
  if ('clientId' in what) {
    await handle.updateTable('service_client').set(at).where('id', '=', what.clientId).execute()
  } else {
    await handle.updateTable('service_credential').set(at).where('id', '=', what.credentialId).execute()
  }
}

/** The id of the client called `name`, which is made when there is none. */
export async function findOrMakeClient(handle: Handle, name: string, now: Date): Promise<string> {
  await handle
    .insertInto('service_client')
    .values({ id: randomUUID(), name, created_at: now.toISOString(), revoked_at: null })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const client = await handle
    .selectFrom('service_client')
    .select(['id', 'revoked_at'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  if (client.revoked_at) throw new Error(`“${name}” was revoked. Choose another name.`)
  return client.id
}

/** Issues a further secret key to a client. */
export async function issueKey(handle: Handle, ring: Keyring, clientId: string, now: Date): Promise<string> {
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
    expires_at: null,
  })
  return key
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
