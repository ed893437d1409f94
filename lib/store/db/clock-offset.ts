import 'server-only'
import type { Database } from './database'

/** A slower response says too little about when the clock was read. */
const MAX_ROUND_TRIP_MS = 1000

/** A smaller difference is within the error of measuring it. */
const MIN_OFFSET_MS = 500

/**
 * The time by the clock of the database at a time of this server's, both in milliseconds since the epoch; the same time where
 * no difference can be measured, or while the database takes too long to say.
 */
export async function databaseTimeAt(
  database: Pick<Database, 'clock'>,
  ownMs: number,
  now: () => number = Date.now,
): Promise<number> {
  return ownMs + ((await measureClockOffset(database, now)) ?? 0)
}

/**
 * How far the clock of the database is ahead of this server's, in milliseconds; 0 where none can be told, as on SQLite.
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
  if (after - before > MAX_ROUND_TRIP_MS || after < before) return undefined
  const offset = Math.round(shared - (before + after) / 2)
  return Math.abs(offset) < MIN_OFFSET_MS ? 0 : offset
}
