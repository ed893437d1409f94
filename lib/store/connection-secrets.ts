import 'server-only'
import type { ConnectionTable } from './connection-tables'
import type { Keyring } from './keyring'
import { type Opened, open, type SealPlace, seal } from './seal'

/** The columns in which a connection keeps secrets. */
export type SecretField = 'access_token' | 'secret_key'

/** All of them. */
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

/** A connection that knows no secret. */
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

/** What a secret is bound to: it opens for the service that it was entered for, and for no other. */
type Bound = Pick<ConnectionTable, 'kind' | 'environment' | 'base_url'>

/** The columns that change when secrets are given (in the clear); those left out stay as they are. */
export function sealSecrets(
  ring: Keyring,
  row: Bound,
  given: { readonly accessToken?: string | undefined; readonly secretKey?: string | undefined },
  at: string,
): Partial<SecretColumns> {
  const { accessToken, secretKey } = given
  return {
    ...(accessToken && {
      access_token: seal(ring, place(row, 'access_token'), accessToken),
      access_token_last4: accessToken.slice(-4),
      access_token_at: at,
      access_token_expires_at: null,
      access_token_test: null,
    }),
    ...(secretKey && {
      secret_key: seal(ring, place(row, 'secret_key'), secretKey),
      secret_key_last4: secretKey.slice(-4),
      secret_key_at: at,
      secret_key_test: null,
    }),
  }
}

/** A secret in the clear; undefined when there is none, or it does not open. */
export function openSecret(
  ring: Keyring,
  row: Bound & Pick<ConnectionTable, SecretField>,
  field: SecretField,
): string | undefined {
  const text = row[field]
  const opened = text === null ? undefined : open(ring, place(row, field), text)
  return opened?.ok ? opened.secret : undefined
}

/** The same secret, sealed anew under the newest key of the ring; or why it stays closed. */
export function resealSecret(
  ring: Keyring,
  row: Bound,
  field: SecretField,
  text: string,
): { readonly ok: true; readonly text: string } | Extract<Opened, { ok: false }> {
  const opened = open(ring, place(row, field), text)
  return opened.ok ? { ok: true, text: seal(ring, place(row, field), opened.secret) } : opened
}

function place(row: Bound, field: SecretField): SealPlace {
  const origin = row.kind === 'embedded' ? 'embedded' : new URL(row.base_url).origin
  return { env: row.environment, origin, field }
}
