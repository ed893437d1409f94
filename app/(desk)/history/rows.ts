import 'server-only'
import type { Handle } from '@/lib/store/database'
import { countOfRuns, type ListedRun } from '@/lib/store/history-runs'
import type { AnyState } from './states'

/** A run as the table shows it. */
export interface RunRow extends Omit<ListedRun, 'problem'> {
  readonly counts: Partial<Record<AnyState, number>>
}

/** Runs with what became of their orders. */
export async function toRows(handle: Handle, runs: readonly ListedRun[]): Promise<RunRow[]> {
  const counts = await countOfRuns(
    handle,
    runs.map(run => run.id),
  )
  return runs.map(({ problem: _, ...run }) => ({
    ...run,
    counts: Object.fromEntries(counts.get(run.id) ?? []),
  }))
}
