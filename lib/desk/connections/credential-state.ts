import 'server-only'
import { testVerdict } from '@/lib/desk-api/connections/connections'
import type { AttentionCredential } from '@/lib/desk-api/home'
import type { Connection } from '@/lib/store/connections/connections'
import { DAY_MS } from '@/lib/time-units'

/** A token is named this long before it expires, but only once this share of its lifetime is left. */
const EXPIRY_NOTICE_MS = 14 * DAY_MS
const EXPIRY_NOTICE_SHARE = 1 / 4

/**
 * The credentials of a connection that expire soon, have expired, or failed their last test.
 * @param now milliseconds
 */
export function failingCredentials(connection: Connection, now: number): AttentionCredential[] {
  const { id: connectionId, name, tests } = connection
  const one = { connectionId, connection: name }
  const failed = (['accessToken', 'secretKey'] as const).flatMap((credential): AttentionCredential[] => {
    const test = tests[credential]
    return test && testVerdict(test) === 'bad' ? [{ ...one, credential, state: 'failed', at: test.at }] : []
  })
  const expiring = expiringToken(connection, now)
  return expiring ? [expiring, ...failed] : failed
}

/** The access token of a connection if it has expired or expires soon. @param now milliseconds */
export function expiringToken(connection: Connection, now: number): AttentionCredential | undefined {
  const { kind, accessTokenExpiresAt: expiresAt } = connection
  // The token of the sandbox is renewed by itself.
  if (expiresAt === null || kind === 'embedded') return undefined
  const end = Date.parse(expiresAt)
  const left = end - now
  const enteredAt = connection.accessToken.updatedAt
  const lifetime = enteredAt === null ? Number.POSITIVE_INFINITY : end - Date.parse(enteredAt)
  // Some services issue tokens for a day: they would be named from the moment they are entered.
  if (left > Math.min(EXPIRY_NOTICE_MS, Math.max(0, lifetime * EXPIRY_NOTICE_SHARE))) return undefined
  const state = left <= 0 ? 'expired' : 'expires'
  const one = { connectionId: connection.id, connection: connection.name }
  return { ...one, credential: 'accessToken', state, at: expiresAt }
}
