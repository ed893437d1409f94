import 'server-only'
import type { Selectable } from 'kysely'
import type { Database, Handle } from './database'
import type { RetentionTable } from './history-tables'

/** How long personal data is kept, and when it was looked for last. */
export interface Retention {
  /** null: for ever. */
  readonly days: number | null
  readonly changedBy: string | null
  readonly changedAt: string | null
  readonly ranAt: string | null
  /** Orders that were erased then. */
  readonly erased: number
}

/** How long personal data is kept. */
export async function readRetention(handle: Handle): Promise<Retention> {
  const row = await handle
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

/** Sets how long personal data is kept. @param days null: for ever @param at ISO 8601 */
export async function keepFor(handle: Handle, days: number | null, by: string, at: string): Promise<void> {
  await set(handle, { days, changed_by: by, changed_at: at })
}

/**
 * Takes, or keeps, the right to do the daily work, so that one process does it at a time.
 * @param due it is not due when it was done after this time (ISO 8601)
 * @returns how long personal data is kept; undefined when another has the right, or it is not due
 */
export async function takeDailyWork(
  { kysely }: Pick<Database, 'kysely'>,
  owner: string,
  due: string,
  now: string,
  until: string,
): Promise<{ days: number | null } | undefined> {
  return kysely
    .updateTable('retention')
    .set({ owner, owned_until: until })
    .where('id', '=', 1)
    .where(row =>
      row.or([row('owner', '=', owner), row('owned_until', 'is', null), row('owned_until', '<', now)]),
    )
    .where(row => row.or([row('ran_at', 'is', null), row('ran_at', '<', due)]))
    .returning('days')
    .executeTakeFirst()
}

/** Notes that the daily work is done. @param erased orders */
export async function endDailyWork(handle: Handle, at: string, erased: number): Promise<void> {
  await set(handle, { owner: null, owned_until: null, ran_at: at, erased })
}

async function set(handle: Handle, change: Partial<Selectable<RetentionTable>>): Promise<void> {
  await handle.updateTable('retention').set(change).where('id', '=', 1).execute()
}
