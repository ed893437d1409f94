import 'server-only'
import { sql } from 'kysely'
import type { Handle } from './database'

/**
 * Has SQLite move its log into the file and begin it again, as it does by itself now and then: RESTART waits for
 * readers, TRUNCATE empties the log as well. For campaigns.
 * @returns false when another connection was in the way
 */
export async function forceCheckpoint(handle: Handle, mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> {
  const checkpoint =
    mode === 'RESTART'
      ? sql<{ busy: number }>`pragma wal_checkpoint(RESTART)`
      : sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`
  const { rows } = await checkpoint.execute(handle)
  return rows[0]?.busy === 0
}
