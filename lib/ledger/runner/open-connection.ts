import 'server-only'
import type { Target } from '@/lib/client/call'
import type { SecretInfo } from '@/lib/contract/credentials'
import type { Operation } from '@/lib/contract/operations'
import { env } from '@/lib/env'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import {
  type Connection,
  environmentId,
  findWithCredentials,
  openCredentials,
} from '@/lib/store/connections/connections'
import { ensureSandbox } from '@/lib/store/connections/sandbox'
import type { Database } from '@/lib/store/db/database'

/** A connection with its credentials decrypted, ready for requests. */
export interface OpenConnection {
  readonly envId: string
  /** In production a person must confirm each registration by typing its count. */
  readonly environment: 'test' | 'production'
  readonly target: Target
  /** Whether its service honours idempotency keys: an unconfirmed request can be sent again. */
  readonly honoursKeys: boolean
  /** Whether it is the embedded service, which knows the desk as one client whatever its token. */
  readonly isEmbedded: boolean
  /** Changes when the connection gets another address or another credential. */
  readonly revision: string
  /** Labels of the stored credentials, kept with each request: last four characters and when they were saved. */
  readonly keys: Readonly<Record<'bearer' | 'key', string | null>>
  /** Maximum number of orders in one request. */
  readonly checkSize: number
  readonly registerSize: number
  /** Maximum number of check requests at the same time. */
  readonly checkParallel: number
}

/**
 * Loads a connection and decrypts its credentials. Only the embedded sandbox may be on this machine without
 * `OUTBOUND_ALLOW`.
 * @returns undefined when the connection was deleted
 */
export async function resolveConnection(
  database: Database,
  connectionId: string,
): Promise<OpenConnection | undefined> {
  const found = await findWithCredentials(database.kysely, connectionId)
  if (!found) return undefined
  const isEmbedded = found.connection.kind === 'embedded'
  const connection = isEmbedded ? await ensureSandbox(database) : found.connection
  // The sandbox has a new token when the stored one is about to expire.
  const { accessToken, secretKey } = isEmbedded
    ? await openCredentials(database.kysely, connection)
    : found.credentials
  const own = isEmbedded ? [new URL(connection.baseUrl).origin] : []
  return {
    envId: environmentId(connection),
    environment: connection.environment,
    target: {
      baseUrl: connection.baseUrl,
      allowed: [...env().outboundAllow, ...own],
      ...(accessToken !== undefined && { accessToken }),
      ...(secretKey !== undefined && { secretKey }),
    },
    honoursKeys: connection.idempotency === 'honoured',
    isEmbedded,
    revision: revisionOf(connection),
    keys: { bearer: credentialLabel(connection.accessToken), key: credentialLabel(connection.secretKey) },
    checkSize: connection.checkSize,
    registerSize: connection.registerSize,
    checkParallel: connection.checkParallel,
  }
}

/** The sandbox always has the same revision: it renews its token and switches to the simulator by itself. */
const revisionOf = ({ kind, baseUrl, accessToken, secretKey }: Connection): string =>
  kind === 'embedded' ? kind : JSON.stringify([baseUrl, accessToken.updatedAt, secretKey.updatedAt])

const credentialLabel = ({ last4, updatedAt }: SecretInfo): string | null =>
  last4 === null ? null : `${last4} ${updatedAt}`

/** Label of the credential that an operation is sent with (the choice is made in client/call.ts). */
export const credentialIdOf = (
  { auth }: Pick<Operation, 'auth'>,
  { target, keys }: OpenConnection,
): string | null => (auth.includes('bearer') && target.accessToken ? keys.bearer : keys.key)

/** How long before its expiry a token is no longer used. */
const TOKEN_MARGIN_MS = 60_000

/**
 * Finds a credential problem before a request is sent: the credential is missing, or the access token (a JWT) expires
 * within a minute.
 * @param now milliseconds since the epoch
 */
export function credentialProblem(
  { auth }: Pick<Operation, 'auth'>,
  { accessToken, secretKey }: Target,
  now: number,
): RunProblem | undefined {
  if (auth.includes('bearer') && accessToken) {
    const expiry = tokenExpiry(accessToken) ?? Number.POSITIVE_INFINITY
    return expiry - TOKEN_MARGIN_MS < now ? { code: 'token_ended' } : undefined
  }
  if (auth.includes('key')) return secretKey ? undefined : { code: 'no_credential', credential: 'key' }
  return { code: 'no_credential' }
}

/** When a token expires, milliseconds since the epoch; undefined when it is no JWT or has no `exp`. */
function tokenExpiry(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return claims && typeof claims === 'object' && 'exp' in claims ? Number(claims.exp) * 1000 : undefined
  } catch {
    return undefined
  }
}
