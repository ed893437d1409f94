import 'server-only'
import type { Selectable } from 'kysely'
import type { Handle } from './database'
import type { RunnerTable } from './ledger-tables'

export type RunnerRow = Selectable<RunnerTable>

/** Says that a process lives. */
export async function beat(handle: Handle, runner: RunnerRow): Promise<void> {
  await handle
    .insertInto('runner')
    .values(runner)
    .onConflict(conflict => conflict.column('boot_id').doUpdateSet({ beat_at: runner.beat_at }))
    .execute()
}

/** Every process that ever said so and was not forgotten. */
export function listRunners(handle: Handle): Promise<RunnerRow[]> {
  return handle.selectFrom('runner').selectAll().execute()
}

/** Forgets processes that are gone. */
export async function forgetRunners(handle: Handle, bootIds: readonly string[]): Promise<void> {
  if (bootIds.length > 0) await handle.deleteFrom('runner').where('boot_id', 'in', bootIds).execute()
}
