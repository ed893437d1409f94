import 'server-only'
import type { Selectable } from 'kysely'
import type { Handle } from './database'
import type { LedgerEnvironmentTable } from './ledger-tables'

export type LedgerEnvironmentRow = Selectable<LedgerEnvironmentTable>

/** What holds for registrations in an environment; made when nothing was registered there yet. */
export async function ledgerEnvironment(handle: Handle, envId: string): Promise<LedgerEnvironmentRow> {
  const found = await find(handle, envId)
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
  await handle
    .insertInto('ledger_environment')
    .values(fresh)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await find(handle, envId)) ?? fresh
}

/**
 * Takes the one right to register in an environment, if `before` still has it.
 * @returns whether it worked
 */
export async function takeLease(
  handle: Handle,
  envId: string,
  before: Pick<LedgerEnvironmentRow, 'lease_owner' | 'lease_run'>,
  owner: string,
  runId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('ledger_environment')
    .set({ lease_owner: owner, lease_run: runId })
    .where('env_id', '=', envId)
    .where('lease_owner', before.lease_owner === null ? 'is' : '=', before.lease_owner)
    .where('lease_run', before.lease_run === null ? 'is' : '=', before.lease_run)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Whether the lease is still held; locks its row until the transaction ends, so that it stays so.
 */
export async function keepsLease(
  handle: Handle,
  envId: string,
  owner: string,
  runId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('ledger_environment')
    .set({ lease_owner: owner })
    .where('env_id', '=', envId)
    .where('lease_owner', '=', owner)
    .where('lease_run', '=', runId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives the lease back. */
export async function releaseLease(
  handle: Handle,
  envId: string,
  owner: string,
  runId: string,
): Promise<void> {
  await handle
    .updateTable('ledger_environment')
    .set({ lease_owner: null, lease_run: null })
    .where('env_id', '=', envId)
    .where('lease_owner', '=', owner)
    .where('lease_run', '=', runId)
    .execute()
}

/** Gives back leases of `owner` for runs that it does not work on any more. */
export async function releaseOtherLeases(
  handle: Handle,
  owner: string,
  working: readonly string[],
): Promise<void> {
  await handle
    .updateTable('ledger_environment')
    .set({ lease_owner: null, lease_run: null })
    .where('lease_owner', '=', owner)
    .$if(working.length > 0, query => query.where('lease_run', 'not in', working))
    .execute()
}

/** Notes what a request taught about a service, or what a person said of it. */
export async function updateEnvironment(
  handle: Handle,
  envId: string,
  change: Partial<Omit<LedgerEnvironmentRow, 'env_id' | 'lease_owner' | 'lease_run'>>,
): Promise<void> {
  await handle.updateTable('ledger_environment').set(change).where('env_id', '=', envId).execute()
}

/** Has an environment be asked again at once, unless its service asked for the wait: that is kept whoever presses. */
export async function endOwnWait(handle: Handle, envId: string): Promise<void> {
  await handle
    .updateTable('ledger_environment')
    .set({ not_before: null })
    .where('env_id', '=', envId)
    .where('asked_until', 'is', null)
    .execute()
}

/** Has an environment be left alone until then, of our own accord: never shorter than its service asked for. */
export async function waitAtLeast(handle: Handle, envId: string, until: string): Promise<void> {
  await handle
    .updateTable('ledger_environment')
    .set({ not_before: until, asked_until: null })
    .where('env_id', '=', envId)
    .where(row => row.or([row('asked_until', 'is', null), row('not_before', '<', until)]))
    .execute()
}

/** What holds for registrations in an environment; undefined while nothing was sent there. */
export function findEnvironment(handle: Handle, envId: string): Promise<LedgerEnvironmentRow | undefined> {
  return find(handle, envId)
}

function find(handle: Handle, envId: string): Promise<LedgerEnvironmentRow | undefined> {
  return handle.selectFrom('ledger_environment').selectAll().where('env_id', '=', envId).executeTakeFirst()
}
