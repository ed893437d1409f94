import 'server-only'
import { type ClientHead, findClient } from './clients'
import { issueKey, issueToken } from './credentials'
import type { Handle } from './database'
import type { Keyring } from './keyring'

/** A credential as it is kept: never the secret. */
export interface KeptCredential {
  readonly kind: 'token' | 'key'
  readonly client: ClientHead
  readonly issuedAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** A token or key in the clear: shown once, never stored. */
export interface IssuedSecret {
  readonly kind: 'token' | 'key'
  readonly secret: string
  /** When it ends (ISO 8601, UTC); null: when it is revoked. */
  readonly expiresAt: string | null
}

/** A credential by its id, and whose it is. */
export async function findCredential(handle: Handle, id: string): Promise<KeptCredential | undefined> {
  const row = await handle
    .selectFrom('service_credential')
    .select(['kind', 'client_id', 'issued_at', 'expires_at', 'revoked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const client = row && (await findClient(handle, row.client_id))
  if (!client) return undefined
  return {
    kind: row.kind,
    client,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}

/** Issues one token or one key to a client. A token's end is its own; `keyExpiresAt` is a key's. */
export async function issueSecret(
  handle: Handle,
  ring: Keyring,
  to: { readonly clientId: string; readonly kind: 'token' | 'key'; readonly keyExpiresAt?: Date | undefined },
  now: Date = new Date(),
): Promise<IssuedSecret> {
  if (to.kind === 'token') {
    const { accessToken, expiresAt } = await issueToken(handle, ring, to.clientId, now)
    return { kind: 'token', secret: accessToken, expiresAt }
  }
  const secret = await issueKey(handle, ring, to.clientId, now, to.keyExpiresAt)
  return { kind: 'key', secret, expiresAt: to.keyExpiresAt?.toISOString() ?? null }
}

/**
 * Issues another one of the same kind that lives as long as this one was to. The old one stays good, so that whoever
 * calls can change over without a gap; then it is revoked, or ends by itself.
 */
export function renew(
  handle: Handle,
  ring: Keyring,
  old: Pick<KeptCredential, 'kind' | 'client' | 'issuedAt' | 'expiresAt'>,
  now: Date = new Date(),
): Promise<IssuedSecret> {
  const lifetime = old.expiresAt === null ? undefined : Date.parse(old.expiresAt) - Date.parse(old.issuedAt)
  const keyExpiresAt = lifetime === undefined ? undefined : new Date(now.getTime() + lifetime)
  return issueSecret(handle, ring, { clientId: old.client.id, kind: old.kind, keyExpiresAt }, now)
}
