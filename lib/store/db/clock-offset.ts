import 'server-only'
import type { Database } from './database'

/** A slower response says too little about when the clock was read. */
const MAX_ROUND_TRIP_MS = 1000

/**
 * How far the clock of the database is ahead of this server's, in milliseconds, give or take half a second; 0 on SQLite.
 * undefined: the database took too long to say.
 * @param now this server's clock
 */
export async function measureClockOffset(
  database: Pick<Database, 'clock'>,
  now: () => number = Date.now,
): Promise<number | undefined> {
  const before = now()
  const shared = await database.clock()
  const after = now()
  if (shared === undefined) return 0
  return after - before <= MAX_ROUND_TRIP_MS && after >= before ? shared - (before + after) / 2 : undefined
}
