import 'server-only'
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Scope } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { type Keyring, newestKey } from '@/lib/store/secrets/keyring'
import { hashSecretKey, makeSecretKey } from '@/lib/store/secrets/secret-key'
import { iso } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { DESK_CLIENT, findOrCreateClient } from './clients'

/** Lifetime of a token in seconds: 24 hours. */
export const TOKEN_LIFETIME = 24 * 60 * 60

/** The issuer of tokens. */
export const ISSUER = 'lading'
/** The audience of tokens: this service. */
export const AUDIENCE = 'lading-open-api'

/** Credentials in plain text: shown once, never stored. */
export interface IssuedCredentials {
  readonly clientId: string
  readonly accessToken: string
  readonly secretKey: string
  /** When the token expires (ISO 8601, UTC). */
  readonly expiresAt: string
}

/** Scopes and expiry of new credentials. */
interface IssueTerms {
  /** Scopes of a new client; default: all. An existing client keeps its own. */
  readonly scopes?: readonly Scope[] | undefined
  /** When the key expires; default: never. */
  readonly keyExpiresAt?: Date | undefined
}

/**
 * Issues a token and a key to the client called `name`, which is created if missing. Earlier credentials
 * stay valid.
 * @throws Error with a sentence for the operator if the client cannot get credentials
 */
export async function issueCredentials(
  db: Db,
  ring: Keyring,
  name: string,
  { scopes, keyExpiresAt }: IssueTerms = {},
  now: Date = new Date(),
): Promise<IssuedCredentials> {
  if (name === DESK_CLIENT)
    throw new Error(getTranslations('terminal.issueCredentials')('reserved', { name }))
  const { id: clientId } = await findOrCreateClient(db, name, scopes, now)
  const { accessToken, expiresAt } = await issueToken(db, ring, clientId, now)
  const secretKey = await issueKey(db, ring, clientId, now, keyExpiresAt)
  return { clientId, accessToken, secretKey, expiresAt }
}

/** Issues an access token; those that were issued before stay valid. */
export async function issueToken(
  db: Db,
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
  const expiresAt = iso((issued + TOKEN_LIFETIME) * 1000)
  await insertCredential(db, {
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

/** Issues a secret key to a client, valid until `expiresAt` or its revocation. */
export async function issueKey(
  db: Db,
  ring: Keyring,
  clientId: string,
  now: Date,
  expiresAt?: Date,
): Promise<string> {
  const { kid, bytes } = newestKey(ring, 'key-pepper')
  const { id, key } = makeSecretKey('service')
  await insertCredential(db, {
    id,
    client_id: clientId,
    kind: 'key',
    hash: hashSecretKey(bytes, key).toString('hex'),
    kid,
    last4: key.slice(-4),
    issued_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  })
  return key
}

/** One credential by id, or all credentials of a client. */
type Revocable = { readonly credentialId: string } | { readonly clientId: string }

/** Revokes credentials from the next request on. @returns false if there was nothing to revoke */
export async function revokeCredentials(db: Db, what: Revocable, now: Date = new Date()): Promise<boolean> {
  const [table, id] =
    'clientId' in what
      ? (['service_client', what.clientId] as const)
      : (['service_credential', what.credentialId] as const)
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

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

async function insertCredential(db: Db, row: NewCredential): Promise<void> {
  await db
    .insertInto('service_credential')
    .values({ ...row, revoked_at: null, last_used_at: null })
    .execute()
}
