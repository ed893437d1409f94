import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { ensureEnvironment, updateEnvironment } from './environments'

/** A Date header has whole seconds and arrives late, so a smaller difference proves nothing. */
const NOISE_MS = 5_000

/** From this difference on, expiry times of tokens and times of responses are misread. */
const SIGNIFICANT_MS = 60_000

/** What the column holds; a service without a battery for its clock starts in 1970. */
const MAX_SKEW_MS = 2 ** 31 - 1

/**
 * Notes how far the clock of a service is ahead of this machine's; a difference of seconds to what is known is noise.
 * @param skew milliseconds
 */
export async function noteClockSkew(db: Db, envId: string, skew: number): Promise<void> {
  const { skew: before } = await ensureEnvironment(db, envId)
  const noted = Math.max(-MAX_SKEW_MS, Math.min(skew, MAX_SKEW_MS))
  if (Math.abs(noted - (before ?? 0)) < NOISE_MS) return
  await updateEnvironment(db, envId, { skew: noted })
}

/** By environment, how far the clock of its service is ahead of this machine's in milliseconds, from one minute on. */
export async function listClockSkews(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('ledger_environment')
    .select(['env_id', 'skew'])
    .where(row => row.or([row('skew', '>=', SIGNIFICANT_MS), row('skew', '<=', -SIGNIFICANT_MS)]))
    .execute()
  return new Map(rows.flatMap(({ env_id, skew }) => (skew === null ? [] : [[env_id, skew] as const])))
}
