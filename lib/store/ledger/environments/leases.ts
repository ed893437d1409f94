import 'server-only'
import type { Db } from '@/lib/store/db/database'
import { FixedStatement } from '@/lib/store/db/statements/fixed-statement'
import type { LedgerEnvironmentRow } from './environments'

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

/** All leases that a process holds now. */
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
