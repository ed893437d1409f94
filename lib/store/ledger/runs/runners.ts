import 'server-only'
import type { Selectable } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import type { RunnerTable } from './run-tables'

export type RunnerRow = Selectable<RunnerTable>

/** Records that a process is alive. */
export async function recordHeartbeat(db: Db, runner: RunnerRow): Promise<void> {
  await db
    .insertInto('runner')
    .values(runner)
    .onConflict(conflict => conflict.column('boot_id').doUpdateSet({ beat_at: runner.beat_at }))
    .execute()
}

/** Sets when processes were last alive. @param at ISO 8601 */
export async function setHeartbeats(db: Db, bootIds: readonly string[], at: string): Promise<void> {
  if (bootIds.length > 0)
    await db.updateTable('runner').set({ beat_at: at }).where('boot_id', 'in', bootIds).execute()
}

/** Processes with a heartbeat that were not deleted. */
export function listRunners(db: Db): Promise<RunnerRow[]> {
  return db.selectFrom('runner').selectAll().execute()
}

export async function deleteRunners(db: Db, bootIds: readonly string[]): Promise<void> {
  if (bootIds.length > 0) await db.deleteFrom('runner').where('boot_id', 'in', bootIds).execute()
}
