import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'

/**
 * Forces a WAL checkpoint: RESTART waits for readers, TRUNCATE also empties the log. For campaigns.
 * @returns false if another connection prevented it
 */
export async function forceCheckpoint(db: Db, mode: 'RESTART' | 'TRUNCATE'): Promise<boolean> {
  const checkpoint =
    mode === 'RESTART'
      ? sql<{ busy: number }>`pragma wal_checkpoint(RESTART)`
      : sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`
  const { rows } = await checkpoint.execute(db)
  return rows[0]?.busy === 0
}
