import 'server-only'
import { type RunProblem, readRunProblem } from '@/lib/ledger/rules/problem'
import type { Database } from '@/lib/store/db/database'
import {
  clearOwnWait,
  ensureEnvironment,
  updateEnvironment,
} from '@/lib/store/ledger/environments/environments'
import { endPause } from '@/lib/store/ledger/environments/scopes'
import { findRunRequest, finishRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { acceptRevision, findRun, findRunByRequest, transitionRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { releaseQueued } from './recovery/sweep'
import { operationOf } from './rows'

/** Pauses a run before its next request; a request under way is finished. @returns false when it was not running */
export function pauseRun({ write }: Database, runId: string, at: string): Promise<boolean> {
  const problem: RunProblem = { code: 'by_operator' }
  return write(trx => transitionRun(trx, runId, ['running'], 'paused', at, problem))
}

/** Continues a paused or stopped run and its environment. UNKNOWN orders stay as they are. */
export function resumeRun(database: Database, runId: string, at: string): Promise<boolean> {
  return database.write(async trx => {
    const run = await findRun(trx, runId)
    if (!run || !(await transitionRun(trx, runId, ['paused', 'stopped'], 'running', at))) return false
    await acceptRevision(trx, runId)
    if (run.kind === 'register') {
      await clearOwnWait(trx, run.env_id)
      await updateEnvironment(trx, run.env_id, { restored_at: null })
      await endPause(trx, run.env_id, operationOf(run).scope, run.connection_id)
    }
    return true
  })
}

/**
 * Continues paused and stopped registrations of an environment; for a person who presses Register again after the
 * problem is solved. Orders in state UNKNOWN stay as they are.
 * @param runIds those that the person has seen: one that stops later is a new problem
 * @returns ids of the runs that continue
 */
export async function resumeRegistrations(
  database: Database,
  envId: string,
  runIds: readonly string[],
  at: string,
): Promise<readonly string[]> {
  if (runIds.length === 0) return []
  const { restored_at: restoredAt } = await ensureEnvironment(database.kysely, envId)
  // Continuing a run itself confirms that the backup was compared; pressing Register again does not.
  if (restoredAt !== null) return []
  const resumed: string[] = []
  for (const id of runIds) {
    const run = await findRun(database.kysely, id)
    const problem = readRunProblem(run?.problem ?? null)
    const needsComparison = problem?.code === 'after_restore' || problem?.code === 'after_lost_commits'
    if (!needsComparison && (await resumeRun(database, id, at))) resumed.push(id)
  }
  return resumed
}

/**
 * Cancels a run request and its run: a request that is just about to start its run has stored it already. That run has
 * an id of its own where an earlier one of the request was discarded.
 * @param id of the request, or of a run without one @param result what the request then has as its result, JSON
 * @returns whether the request was open, and the id of the run that was cancelled
 */
export async function cancelRequest(
  database: Database,
  id: string,
  result: string,
  operatorId: string,
  now: () => number,
): Promise<{ readonly wasOpen: boolean; readonly cancelled: string | undefined }> {
  const { kysely } = database
  const wasOpen = await finishRunRequest(kysely, id, undefined, result, iso(now()))
  const request = await findRunRequest(kysely, id)
  const runId = (request && (await findRunByRequest(kysely, request.client_request_id)))?.id ?? id
  const isCancelled = await cancelRun(database, runId, operatorId, now)
  return { wasOpen, cancelled: isCancelled ? runId : undefined }
}

/**
 * Cancels a run before its next request and releases its queued orders.
 * @param now the clock of the ledger, in milliseconds since the epoch @returns false when the run had ended
 */
export async function cancelRun(
  database: Database,
  runId: string,
  operatorId: string,
  now: () => number,
): Promise<boolean> {
  const at = iso(now())
  const cancellable = ['preparing', 'running', 'paused', 'stopped'] as const
  const isCancelling = await database.write(trx => transitionRun(trx, runId, cancellable, 'cancelling', at))
  if (!isCancelling) return false
  await releaseQueued({ database, now }, runId, operatorId, 'cancelled by the operator')
  return true
}
