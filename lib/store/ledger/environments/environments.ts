import 'server-only'
import type { Selectable } from 'kysely'
import { findLastRestoration } from '@/lib/store/backup/restorations'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import type { LedgerEnvironmentTable } from './environment-tables'

export type LedgerEnvironmentRow = Selectable<LedgerEnvironmentTable>

/** How long after a restore an environment that is created begins on hold, in milliseconds. */
const RESTORE_CONCERNS_MS = 30 * DAY_MS

/**
 * The settings of an environment, created on first use. A restored database lacks environments that were first used
 * after its backup. What was registered there is unknown, so one that is created in the 30 days after a restore waits
 * like those that the backup has.
 * @param now milliseconds since the epoch
 */
export async function ensureEnvironment(
  db: Db,
  envId: string,
  now = Date.now(),
): Promise<LedgerEnvironmentRow> {
  const found = await find(db, envId)
  if (found) return found
  const fresh: LedgerEnvironmentRow = {
    env_id: envId,
    lease_owner: null,
    lease_run: null,
    not_before: null,
    asked_until: null,
    confirmed_statuses: '[]',
    restored_at: await findLastRestoration(db, iso(now - RESTORE_CONCERNS_MS)),
    skew: null,
  }
  await db
    .insertInto('ledger_environment')
    .values(fresh)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await find(db, envId)) ?? fresh
}

/**
 * Locks environments until the transaction ends, so that their requests are claimed one after another. Lock them before
 * orders, as a runner does.
 */
export async function lockEnvironments(db: Db, envIds: readonly string[]): Promise<void> {
  for (const envId of [...new Set(envIds)].sort()) {
    // Changes nothing, but locks the row in both databases.
    await db.updateTable('ledger_environment').set({ env_id: envId }).where('env_id', '=', envId).execute()
  }
}

/** Stores what a response or a person reports about a service. */
export async function updateEnvironment(
  db: Db,
  envId: string,
  change: Partial<Omit<LedgerEnvironmentRow, 'env_id' | 'lease_owner' | 'lease_run'>>,
): Promise<void> {
  await db.updateTable('ledger_environment').set(change).where('env_id', '=', envId).execute()
}

const endOwnWait = new FixedStatement((db, { envId }: { envId: string }) =>
  db
    .updateTable('ledger_environment')
    .set({ not_before: null })
    .where('env_id', '=', envId)
    .where('asked_until', 'is', null),
)

/** Ends a wait before the next request, unless the service itself asked for it. */
export async function clearOwnWait(db: Db, envId: string): Promise<void> {
  await endOwnWait.run(db, { envId })
}

/**
 * Waits with the next request until `until` on our own initiative, never shorter than the service asked for.
 */
export async function waitAtLeast(db: Db, envId: string, until: string): Promise<void> {
  await db
    .updateTable('ledger_environment')
    .set({ not_before: until, asked_until: null })
    .where('env_id', '=', envId)
    .where(row => row.or([row('asked_until', 'is', null), row('not_before', '<', until)]))
    .execute()
}

/** Ends waits that last longer than until `latest` (ISO 8601). */
export async function endWaitsAfter(db: Db, latest: string): Promise<void> {
  await db
    .updateTable('ledger_environment')
    .set({ not_before: null, asked_until: null })
    .where('not_before', '>', latest)
    .execute()
}

/** The settings of an environment; undefined before the first request. */
export function findEnvironment(db: Db, envId: string): Promise<LedgerEnvironmentRow | undefined> {
  return find(db, envId)
}

const environmentById = new FixedStatement((db, { envId }: { envId: string }) =>
  db.selectFrom('ledger_environment').selectAll().where('env_id', '=', envId),
)

function find(db: Db, envId: string): Promise<LedgerEnvironmentRow | undefined> {
  return environmentById.first(db, { envId })
}

/** An environment whose database was restored from a backup, and where registering has not been resumed since. */
export interface RestoredEnvironment {
  readonly envId: string
  /** ISO 8601. */
  readonly at: string
  /** Whether orders of the ledger were or may be registered there. */
  readonly hasOrders: boolean
}

/** Environments in which registering waits since a restore, and whether they have orders of the ledger. */
export async function listRestoredEnvironments(db: Db): Promise<RestoredEnvironment[]> {
  const rows = await db
    .selectFrom('ledger_environment')
    .select(['env_id', 'restored_at'])
    .select(row =>
      row
        .exists(
          row
            .selectFrom('ledger_order')
            .select('ledger_order.id')
            .whereRef('ledger_order.env_id', '=', 'ledger_environment.env_id'),
        )
        .as('has_orders'),
    )
    .where('restored_at', 'is not', null)
    .execute()
  return rows.map(({ env_id, restored_at, has_orders }) => ({
    envId: env_id,
    at: restored_at ?? '',
    hasOrders: Boolean(has_orders),
  }))
}
