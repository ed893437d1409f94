import 'server-only'
import { decodeJwt } from 'jose'
import type { Keyring } from '@/lib/store/secrets/keyring'
import { type OpenedSeal, open, type SealContext, seal } from '@/lib/store/secrets/seal'
import { iso } from '@/lib/store/stored-values'
import type { ConnectionTable } from './tables'

/** Columns with sealed secrets. */
export type SecretField = 'access_token' | 'secret_key'

export const secretFields: readonly SecretField[] = ['access_token', 'secret_key']

type SecretColumns = Pick<
  ConnectionTable,
  | 'access_token'
  | 'access_token_last4'
  | 'access_token_at'
  | 'access_token_expires_at'
  | 'secret_key'
  | 'secret_key_last4'
  | 'secret_key_at'
  | 'access_token_test'
  | 'secret_key_test'
>

/** The columns of a connection without secrets. */
export const emptySecrets: SecretColumns = {
  access_token: null,
  access_token_last4: null,
  access_token_at: null,
  access_token_expires_at: null,
  secret_key: null,
  secret_key_last4: null,
  secret_key_at: null,
  access_token_test: null,
  secret_key_test: null,
}

/** The context of a seal: a secret opens only for the service for which it was entered. */
type SecretOwner = Pick<ConnectionTable, 'kind' | 'environment' | 'base_url'>

/** The columns that change with new secrets (in plain text); absent secrets stay unchanged. */
export function sealSecrets(
  ring: Keyring,
  row: SecretOwner,
  given: { readonly accessToken?: string | undefined; readonly secretKey?: string | undefined },
  at: string,
): Partial<SecretColumns> {
  const { accessToken, secretKey } = given
  return {
    ...(accessToken && {
      access_token: seal(ring, sealContext(row, 'access_token'), accessToken),
      access_token_last4: accessToken.slice(-4),
      access_token_at: at,
      access_token_expires_at: expiryOf(accessToken),
      access_token_test: null,
    }),
    ...(secretKey && {
      secret_key: seal(ring, sealContext(row, 'secret_key'), secretKey),
      secret_key_last4: secretKey.slice(-4),
      secret_key_at: at,
      secret_key_test: null,
    }),
  }
}

/** When a token says that it expires (ISO 8601); null: it does not say. */
function expiryOf(token: string): string | null {
  try {
    const { exp } = decodeJwt(token)
    return exp === undefined ? null : iso(exp * 1000)
  } catch {
    // A token need not be a JWT, and a claim need not be a time.
    return null
  }
}

/** A secret in plain text; undefined if there is none, or it cannot be opened. */
export function openSecret(
  ring: Keyring,
  row: SecretOwner & Pick<ConnectionTable, SecretField>,
  field: SecretField,
): string | undefined {
  const text = row[field]
  const opened = text === null ? undefined : open(ring, sealContext(row, field), text)
  return opened?.ok ? opened.secret : undefined
}

/** The secret sealed with the newest key of the ring, or why it cannot be opened. */
export function resealSecret(
  ring: Keyring,
  row: SecretOwner,
  field: SecretField,
  text: string,
): { readonly ok: true; readonly text: string } | Extract<OpenedSeal, { ok: false }> {
  const opened = open(ring, sealContext(row, field), text)
  return opened.ok ? { ok: true, text: seal(ring, sealContext(row, field), opened.secret) } : opened
}

function sealContext(row: SecretOwner, field: SecretField): SealContext {
  const origin = row.kind === 'embedded' ? 'embedded' : new URL(row.base_url).origin
  return { env: row.environment, origin, field }
}
