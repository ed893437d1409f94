import 'server-only'
import type { Selectable } from 'kysely'
import type { Database, Db } from '@/lib/store/db/database'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'
import type { RetentionTable } from './retention-table'

/** How long personal data is kept, and the last daily work. */
interface Retention {
  /** null: forever. */
  readonly days: number | null
  readonly changedBy: string | null
  readonly changedAt: string | null
  readonly ranAt: string | null
  /** Orders that the last daily work erased. */
  readonly erased: number
}

/** How long personal data is kept in this database; the migration created the only row. */
export async function readRetention(db: Db): Promise<Retention> {
  const row = await db
    .selectFrom('retention')
    .leftJoin('operator', 'operator.id', 'retention.changed_by')
    .select(['days', 'changed_at', 'ran_at', 'erased', 'operator.name as by'])
    .where('retention.id', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    days: row.days,
    changedBy: row.by,
    changedAt: row.changed_at,
    ranAt: row.ran_at,
    erased: row.erased,
  }
}

/** Sets how long personal data is kept. @param days null: forever @param at ISO 8601 */
export async function setRetentionDays(db: Db, days: number | null, by: string, at: string): Promise<void> {
  await set(db, { days, changed_by: by, changed_at: at })
}

/**
 * Acquires or extends the right to do the daily work, so that one process does it.
 * @param due the work is not due if it was completed after this time (ISO 8601)
 * @param until how long the right lasts, ISO 8601
 * @returns how long personal data is kept; undefined if another process has the right, or the work is not
 * due
 */
export async function acquireDailyWork(
  { kysely }: Pick<Database, 'kysely'>,
  owner: string,
  due: string,
  now: string,
  until: string,
): Promise<{ days: number | null } | undefined> {
  const latest = iso(Date.parse(until) + CLOCK_TOLERANCE_MS)
  return kysely
    .updateTable('retention')
    .set({ owner, owned_until: until })
    .where('id', '=', 1)
    .where(row =>
      row.or([
        row('owner', '=', owner),
        row('owned_until', 'is', null),
        row('owned_until', '<', now),
        row('owned_until', '>', latest),
      ]),
    )
    .where(row => row.or([row('ran_at', 'is', null), row('ran_at', '<', due), row('ran_at', '>', latest)]))
    .returning('days')
    .executeTakeFirst()
}

/** Marks the daily work as completed. @param erased number of orders */
export async function completeDailyWork(db: Db, at: string, erased: number): Promise<void> {
  await set(db, { owner: null, owned_until: null, ran_at: at, erased })
}

async function set(db: Db, change: Partial<Selectable<RetentionTable>>): Promise<void> {
  await db.updateTable('retention').set(change).where('id', '=', 1).execute()
}
