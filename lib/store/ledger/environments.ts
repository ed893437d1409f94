import 'server-only'
import type { Selectable } from 'kysely'
import type { Scope } from '@/lib/contract/operations'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { LedgerEnvironmentTable, LedgerScopeTable } from './tables'

export type LedgerEnvironmentRow = Selectable<LedgerEnvironmentTable>

/** The settings of an environment, created on first use. */
export async function ensureEnvironment(db: Db, envId: string): Promise<LedgerEnvironmentRow> {
  const found = await find(db, envId)
  if (found) return found
  const fresh: LedgerEnvironmentRow = {
    env_id: envId,
    lease_owner: null,
    lease_run: null,
    not_before: null,
    asked_until: null,
    confirmed_statuses: '[]',
    restored_at: null,
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

/**
 * Acquires the lease to register in an environment if its holder is still `before`.
 * @returns whether that succeeded
 */
export async function acquireLease(
  db: Db,
  envId: string,
  before: Pick<LedgerEnvironmentRow, 'lease_owner' | 'lease_run'>,
  owner: string,
  runId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ledger_environment')
    .set({ lease_owner: owner, lease_run: runId })
    .where('env_id', '=', envId)
    .where('lease_owner', before.lease_owner === null ? 'is' : '=', before.lease_owner)
    .where('lease_run', before.lease_run === null ? 'is' : '=', before.lease_run)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const touchLease = new FixedStatement(
  (db, { envId, owner, runId }: Readonly<Record<'envId' | 'owner' | 'runId', string>>) =>
    db
      .updateTable('ledger_environment')
      .set({ lease_owner: owner })
      .where('env_id', '=', envId)
      .where('lease_owner', '=', owner)
      .where('lease_run', '=', runId),
)

/** Whether the lease is still held; locks its row until the transaction ends. */
export async function confirmLease(db: Db, envId: string, owner: string, runId: string): Promise<boolean> {
  return (await touchLease.run(db, { envId, owner, runId })).numAffectedRows === 1n
}

/** Held leases by environment: the process, and the run that it works on. */
export type Leases = ReadonlyMap<string, { readonly owner: string; readonly runId: string }>

export async function listLeases(db: Db): Promise<Leases> {
  const rows = await db
    .selectFrom('ledger_environment')
    .select(['env_id', 'lease_owner', 'lease_run'])
    .where('lease_owner', 'is not', null)
    .where('lease_run', 'is not', null)
    .execute()
  return new Map(rows.map(row => [row.env_id, { owner: row.lease_owner ?? '', runId: row.lease_run ?? '' }]))
}

/** Releases the lease of a run on an environment, if `owner` still has it. */
export async function releaseLease(db: Db, envId: string, owner: string, runId: string): Promise<void> {
  await db
    .updateTable('ledger_environment')
    .set({ lease_owner: null, lease_run: null })
    .where('env_id', '=', envId)
    .where('lease_owner', '=', owner)
    .where('lease_run', '=', runId)
    .execute()
}

/** Releases leases of `owner` for runs on which it no longer works. */
export async function releaseOtherLeases(db: Db, owner: string, working: readonly string[]): Promise<void> {
  await db
    .updateTable('ledger_environment')
    .set({ lease_owner: null, lease_run: null })
    .where('lease_owner', '=', owner)
    .$if(working.length > 0, query => query.where('lease_run', 'not in', working))
    .execute()
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

type LedgerScopeRow = Selectable<LedgerScopeTable>

const scopeOf = new FixedStatement((db, { envId, scope }: { envId: string; scope: Scope }) =>
  db.selectFrom('ledger_scope').selectAll().where('env_id', '=', envId).where('scope', '=', scope),
)

/** The settings for one kind of record in an environment; defaults before the first registration. */
export async function findScope(db: Db, envId: string, scope: Scope): Promise<LedgerScopeRow> {
  const found = await scopeOf.first(db, { envId, scope })
  return found ?? { env_id: envId, scope, paused: null, strikes: 0 }
}

const upsertScope = new FixedStatement((db, row: LedgerScopeRow) =>
  db
    .insertInto('ledger_scope')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['env_id', 'scope']).doUpdateSet({ paused: row.paused, strikes: row.strikes }),
    ),
)

/** Stores why a scope of an environment is paused, and its strikes. */
export async function saveScope(db: Db, { env_id, scope, paused, strikes }: LedgerScopeRow): Promise<void> {
  await upsertScope.run(db, { env_id, scope, paused, strikes })
}
