import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Db } from '@/lib/store/db/database'
import { normalizeEmail } from '@/lib/store/people/operators'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'

/**
 * Failures in 15 minutes for an account from one network, or from one known device, after which attempts are refused.
 */
export const MAX_FAILURES_PER_SOURCE = 5
const PER_SOURCE = { tries: MAX_FAILURES_PER_SOURCE, window: 15 * 60_000 }
/** Ten attempts in a minute from one network, for any account. */
const PER_NETWORK = { tries: 10, window: 60_000 }

/** Account and origin of a sign-in attempt. */
export interface SignInSource {
  readonly email: string
  /** The network of the client (lib/auth/client-address.ts, `networkOf`). */
  readonly network: string
  /** A known device of this account, or one of its sessions; counted separately from networks. */
  readonly device?: string | undefined
}

type AttemptClaim =
  /** `earlier`: failures within 15 minutes, by which the attempt is delayed (lib/auth/sign-in/sign-in-attempt.ts). */
  | { ok: true; earlier: number }
  /** `until`: when the next attempt is allowed. */
  | { ok: false; until: Date }

/**
 * Counts an attempt before the password is verified. It counts as a failure until `forgetAttempts`, so
 * concurrent attempts cannot exceed the limit. A refused attempt does not count. An account cannot be locked from
 * outside: the count per account over all networks only delays attempts of unknown devices.
 */
export async function claimAttempt(db: Db, attempt: SignInSource, now = new Date()): Promise<AttemptClaim> {
  const { network, device } = attempt
  const account = normalizeEmail(attempt.email)
  const id = randomUUID()
  await db.deleteFrom('sign_in_attempt').where('tried_at', '<=', before(now, PER_SOURCE.window)).execute()
  // Inserted before counting: with concurrent writers the count can be too strict, never too lax.
  await db
    .insertInto('sign_in_attempt')
    .values({ id, account, address: network, device: device ?? null, tried_at: now.toISOString() })
    .execute()
  const tries = (window: number) =>
    db
      .selectFrom('sign_in_attempt')
      .select('tried_at')
      .where('tried_at', '>', before(now, window))
      .where('tried_at', '<=', before(now, -CLOCK_TOLERANCE_MS))
      .where('id', '!=', id)
      .orderBy('tried_at', 'desc')
  const unknown = (window: number) => tries(window).where('device', 'is', null)
  const counted =
    device === undefined
      ? {
          bySource: await unknown(PER_SOURCE.window)
            .where('account', '=', account)
            .where('address', '=', network)
            .limit(PER_SOURCE.tries)
            .execute(),
          byNetwork: await unknown(PER_NETWORK.window)
            .where('address', '=', network)
            .limit(PER_NETWORK.tries)
            .execute(),
          earlier: await unknown(PER_SOURCE.window)
            .where('account', '=', account)
            .limit(MAX_COUNTED_FAILURES)
            .execute(),
        }
      : await tries(PER_SOURCE.window)
          .where('device', '=', device)
          .limit(PER_SOURCE.tries)
          .execute()
          .then(bySource => ({ bySource, byNetwork: [], earlier: bySource }))
  const until = Math.max(
    blockedUntil(counted.bySource, PER_SOURCE),
    blockedUntil(counted.byNetwork, PER_NETWORK),
  )
  if (until === 0) return { ok: true, earlier: counted.earlier.length }
  await db.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
  return { ok: false, until: new Date(until) }
}

/** Further failures do not increase the delay. */
const MAX_COUNTED_FAILURES = 20

/**
 * Deletes the attempts that count together with this one, after the correct password. Those from elsewhere
 * stay.
 */
export async function forgetAttempts(db: Db, { email, network, device }: SignInSource): Promise<void> {
  const same = db.deleteFrom('sign_in_attempt').where('account', '=', normalizeEmail(email))
  await (device === undefined
    ? same.where('address', '=', network).where('device', 'is', null)
    : same.where('device', '=', device)
  ).execute()
}

/** When enough attempts (newest first) have left the window; 0 if one is allowed now. In ms. */
function blockedUntil(
  tries: readonly { readonly tried_at: string }[],
  limit: { tries: number; window: number },
): number {
  const last = tries[limit.tries - 1]
  return last === undefined ? 0 : Date.parse(last.tried_at) + limit.window
}

const before = (now: Date, ms: number) => iso(now.getTime() - ms)
