import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'
import { normalEmail } from './operators'

/** Five wrong passwords in 15 minutes: for an account from one network, or from one known device. */
const PER_SOURCE = { tries: 5, window: 15 * 60_000 }
/** Ten tries in a minute from one network, for whichever accounts. */
const PER_NETWORK = { tries: 10, window: 60_000 }

/** Who tries to sign in. */
export interface Attempt {
  readonly email: string
  /** The network that the try comes from (lib/auth/peer.ts, `networkOf`). */
  readonly network: string
  /** A device that is known for this account, or a session of it. It is counted alone, wherever it is. */
  readonly device?: string | undefined
}

export type Claim =
  /** `earlier`: how many tries failed within 15 minutes that this one has to wait for (lib/auth/sign-in.ts). */
  | { ok: true; earlier: number }
  /** `until`: when a try will be heard again. */
  | { ok: false; until: Date }

/**
 * Claims a try to sign in, before the password is looked at. It counts as a failure until `forgetAttempts` takes it
 * back, so tries that run at the same time cannot slip through together. A refused try does not count. Nobody can block
 * an account: what is counted for the account alone, over all networks, only makes tries of unknown devices wait.
 */
export async function claimAttempt(handle: Handle, attempt: Attempt, now = new Date()): Promise<Claim> {
  const { network, device } = attempt
  const account = normalEmail(attempt.email)
  const id = randomUUID()
  await handle.deleteFrom('sign_in_attempt').where('tried_at', '<=', before(now, PER_SOURCE.window)).execute()
  // Written first and counted afterwards: on a database with many writers the count can be too strict, never too lax.
  await handle
    .insertInto('sign_in_attempt')
    .values({ id, account, address: network, device: device ?? null, tried_at: now.toISOString() })
    .execute()
  const tries = (window: number) =>
    handle
      .selectFrom('sign_in_attempt')
      .select('tried_at')
      .where('tried_at', '>', before(now, window))
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
            .limit(MOST_EARLIER)
            .execute(),
        }
      : await tries(PER_SOURCE.window)
          .where('device', '=', device)
          .limit(PER_SOURCE.tries)
          .execute()
          .then(bySource => ({ bySource, byNetwork: [], earlier: bySource }))
  const until = Math.max(endOf(counted.bySource, PER_SOURCE), endOf(counted.byNetwork, PER_NETWORK))
  if (until === 0) return { ok: true, earlier: counted.earlier.length }
  await handle.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
  return { ok: false, until: new Date(until) }
}

/** No try waits longer for more than these. */
const MOST_EARLIER = 20

/** Takes back the tries that count with this one, after the right password. Those from elsewhere stay. */
export async function forgetAttempts(handle: Handle, { email, network, device }: Attempt): Promise<void> {
  const same = handle.deleteFrom('sign_in_attempt').where('account', '=', normalEmail(email))
  await (device === undefined
    ? same.where('address', '=', network).where('device', 'is', null)
    : same.where('device', '=', device)
  ).execute()
}

/** When enough of the tries (newest first) have left the window; 0 when there is room already. In ms. */
function endOf(
  tries: readonly { readonly tried_at: string }[],
  limit: { tries: number; window: number },
): number {
  const last = tries[limit.tries - 1]
  return last === undefined ? 0 : Date.parse(last.tried_at) + limit.window
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
