import 'server-only'
import type { Database } from './database'

/** A slower response says too little about when the clock was read. */
const MAX_ROUND_TRIP_MS = 1000

/** A smaller difference is within the error of measuring it. */
const MIN_OFFSET_MS = 500

/**
 * The time by the clock of the database at a time of this server's, both in milliseconds since the epoch; the same time
 * where no difference can be measured. While the database takes too long to respond, it is the earliest time that it
 * may be there, so that a wait by that clock never ends early.
 */
export async function databaseTimeAt(
  database: Pick<Database, 'clock'>,
  ownMs: number,
  now: () => number = Date.now,
): Promise<number> {
  const clocks = await readClocks(database, now)
  if (clocks === undefined) return ownMs
  return ownMs + (offsetOf(clocks) ?? clocks.shared - clocks.after)
}

/**
 * How far the clock of the database is ahead of this server's, in milliseconds; 0 where no difference can be
 * measured, as on SQLite. undefined: the database took too long to respond.
 * @param now this server's clock
 */
export async function measureClockOffset(
  database: Pick<Database, 'clock'>,
  now: () => number = Date.now,
): Promise<number | undefined> {
  const clocks = await readClocks(database, now)
  return clocks === undefined ? 0 : offsetOf(clocks)
}

/**
 * One reading of the clock of the database, and this server's clock before and after it; milliseconds since the epoch.
 */
interface Clocks {
  readonly before: number
  readonly shared: number
  readonly after: number
}

/** Reads both clocks; undefined where there is only one. */
async function readClocks(database: Pick<Database, 'clock'>, now: () => number): Promise<Clocks | undefined> {
  const before = now()
  const shared = await database.clock()
  return shared === undefined ? undefined : { before, shared, after: now() }
}

/** How far the clock of the database is ahead, in milliseconds; undefined when the reading took too long to say. */
function offsetOf({ before, shared, after }: Clocks): number | undefined {
  if (after - before > MAX_ROUND_TRIP_MS || after < before) return undefined
  const offset = Math.round(shared - (before + after) / 2)
  return Math.abs(offset) < MIN_OFFSET_MS ? 0 : offset
}
