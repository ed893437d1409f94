import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Handle } from './database'
import { normalEmail } from './operators'

/** Five wrong passwords for an account in a quarter of an hour; ten tries from an address in a minute. */
const PER_ACCOUNT = { tries: 5, window: 15 * 60_000 }
const PER_ADDRESS = { tries: 10, window: 60_000 }

export type Claim =
  /** `earlier`: how many tries for this account failed within the window before this one. */
  | { ok: true; earlier: number }
  /** `until`: when a try will be heard again. */
  | { ok: false; until: Date }

/**
 * Claims a try to sign in, before the password is looked at. It counts as a failure until `forgetAttempts` takes it
 * back, so tries that run at the same time cannot slip through together. A refused try does not count.
 */
export async function claimAttempt(
  handle: Handle,
  who: { email: string; address: string },
  now = new Date(),
): Promise<Claim> {
  const { address } = who
  const account = normalEmail(who.email)
  const id = randomUUID()
  await handle
    .deleteFrom('sign_in_attempt')
    .where('tried_at', '<=', before(now, PER_ACCOUNT.window))
    .execute()
  // Written first and counted afterwards: on a database with many writers the count can be too strict, never too lax.
  await handle
    .insertInto('sign_in_attempt')
    .values({ id, account, address, tried_at: now.toISOString() })
    .execute()
  const byAccount = await triesSince(handle, 'account', account, before(now, PER_ACCOUNT.window), id)
  const byAddress = await triesSince(handle, 'address', address, before(now, PER_ADDRESS.window), id)
  const until = Math.max(endOf(byAccount, PER_ACCOUNT), endOf(byAddress, PER_ADDRESS))
  if (until === 0) return { ok: true, earlier: byAccount.length }
  await handle.deleteFrom('sign_in_attempt').where('id', '=', id).execute()
  return { ok: false, until: new Date(until) }
}

/** Takes back the tries for an account, after its right password. */
export async function forgetAttempts(handle: Handle, email: string): Promise<void> {
  await handle.deleteFrom('sign_in_attempt').where('account', '=', normalEmail(email)).execute()
}

async function triesSince(
  handle: Handle,
  by: 'account' | 'address',
  value: string,
  since: string,
  except: string,
): Promise<string[]> {
  const rows = await handle
    .selectFrom('sign_in_attempt')
    .select('tried_at')
    .where(by, '=', value)
    .where('tried_at', '>', since)
    .where('id', '!=', except)
    .orderBy('tried_at', 'desc')
    .execute()
  return rows.map(row => row.tried_at)
}

/** When enough of the tries (newest first) have left the window; 0 when there is room already. In ms. */
function endOf(tries: readonly string[], limit: { tries: number; window: number }): number {
  const last = tries[limit.tries - 1]
  return last === undefined ? 0 : Date.parse(last) + limit.window
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
