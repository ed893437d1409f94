import 'server-only'
import type { Db } from '@/lib/store/db/database'
import type { Keyring } from '@/lib/store/secrets/keyring'
import { type ClientInfo, findClient } from './clients'
import { issueKey, issueToken } from './credentials'

/** A stored credential without its secret. */
interface StoredCredential {
  readonly kind: 'token' | 'key'
  readonly client: ClientInfo
  readonly issuedAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** A token or key in plain text: shown once, never stored. */
export interface IssuedSecret {
  readonly kind: 'token' | 'key'
  readonly secret: string
  /** When it expires (ISO 8601, UTC); null: never. */
  readonly expiresAt: string | null
}

/** A credential by id with its client. */
export async function findCredential(db: Db, id: string): Promise<StoredCredential | undefined> {
  const row = await db
    .selectFrom('service_credential')
    .select(['kind', 'client_id', 'issued_at', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const client = row && (await findClient(db, row.client_id))
  if (!client) return undefined
  return {
    kind: row.kind,
    client,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}

/** Issues a token or a key to a client. `keyExpiresAt` applies only to keys. */
export async function issueSecret(
  db: Db,
  ring: Keyring,
  to: { readonly clientId: string; readonly kind: 'token' | 'key'; readonly keyExpiresAt?: Date | undefined },
  now: Date = new Date(),
): Promise<IssuedSecret> {
  if (to.kind === 'token') {
    const { accessToken, expiresAt } = await issueToken(db, ring, to.clientId, now)
    return { kind: 'token', secret: accessToken, expiresAt }
  }
  const secret = await issueKey(db, ring, to.clientId, now, to.keyExpiresAt)
  return { kind: 'key', secret, expiresAt: to.keyExpiresAt?.toISOString() ?? null }
}

/**
 * Issues another credential of the same kind and lifetime. The old one stays valid until it is revoked or
 * expires, so that a client can switch without a gap.
 */
export function issueReplacement(
  db: Db,
  ring: Keyring,
  old: Pick<StoredCredential, 'kind' | 'client' | 'issuedAt' | 'expiresAt'>,
  now: Date = new Date(),
): Promise<IssuedSecret> {
  const lifetime = old.expiresAt === null ? undefined : Date.parse(old.expiresAt) - Date.parse(old.issuedAt)
  const keyExpiresAt = lifetime === undefined ? undefined : new Date(now.getTime() + lifetime)
  return issueSecret(db, ring, { clientId: old.client.id, kind: old.kind, keyExpiresAt }, now)
}
