import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'

/**
 * Has SQLite move its log into the file and begin it again, as it does by itself now and then: RESTART waits for those
 * who read, TRUNCATE empties the log as well. For campaigns.
 * @returns whether nobody was in the way
 */
export async function forceCheckpoint(handle: Handle, mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(${sql.raw(mode)})`.execute(handle)
  return rows[0]?.busy === 0
}
