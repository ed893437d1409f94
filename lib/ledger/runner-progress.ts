import 'server-only'
import type { Database, Handle } from '@/lib/store/database'
import { endOwnWait, updateEnvironment } from '@/lib/store/ledger-environments'
import { saveScope } from '@/lib/store/ledger-scopes'
import { type ShownState, shownState } from '@/lib/store/run-ends'
import { countOrders, findRun, moveRun } from '@/lib/store/runs'
import type { Problem, Refusal, RunNotice } from './problem'
import { type HalvingFound, halvingFound } from './runner-halving'
import { operationOf } from './runner-rows'
import { giveBack } from './runner-sweep'
import { type Waiting, waitingOf } from './runner-waiting'

/** How far a run is. Counts are orders or products. */
export interface Progress {
  readonly runId: string
  readonly kind: 'check' | 'register'
  readonly state: ShownState
  readonly total: number
  /** Orders with an outcome; `left` is the rest. */
  readonly done: number
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  readonly refused: readonly Refusal[]
  /** Why it is paused or stopped; of one that runs: why it rests. */
  readonly problem?: Problem
  /** What is to be known of a response although the run went on. */
  readonly notice?: RunNotice
  /** Of one that runs: why nothing is being sent, or no response has come for a while. */
  readonly waiting?: Waiting
  /** What it found so far, when it sends a refused request again in halves. */
  readonly halving?: HalvingFound
}

/** How far a run is; undefined when there is none with this id. */
export async function runProgress(handle: Handle, runId: string): Promise<Progress | undefined> {
  const run = await findRun(handle, runId)
  if (!run) return undefined
  const counts = await countOrders(handle, runId)
  const passed = counts.get('passed') ?? 0
  const failed = counts.get('failed') ?? 0
  const registered = counts.get('REGISTERED') ?? 0
  const rejected = counts.get('REJECTED') ?? 0
  const unknown = counts.get('UNKNOWN') ?? 0
  const others = (['ABSENT', 'ABANDONED', 'CANCELLED', 'RELEASED'] as const).reduce(
    (sum, one) => sum + (counts.get(one) ?? 0),
    0,
  )
  const waiting = await waitingOf(handle, run, Date.now())
  const total = run.kind === 'check' ? run.total : [...counts.values()].reduce((sum, one) => sum + one, 0)
  const done = passed + failed + registered + rejected + unknown + others
  return {
    runId,
    kind: run.kind,
    state: shownState(run.state),
    total,
    done,
    left: total - done,
    passed,
    failed,
    registered,
    rejected,
    unknown,
    refused: JSON.parse(run.refused),
    ...(run.problem !== null && { problem: JSON.parse(run.problem) }),
    ...(waiting && { waiting }),
    ...(run.notice !== null && { notice: JSON.parse(run.notice) }),
    ...(run.halving !== null && { halving: await halvingFound(handle, run) }),
  }
}

/** Stops a run before its next request; what is under way ends as it ends. @returns whether it was running */
export function pauseRun(handle: Handle, runId: string, at: string): Promise<boolean> {
  const problem: Problem = { code: 'by_operator' }
  return moveRun(handle, runId, ['running'], 'paused', at, JSON.stringify(problem))
}

/** Lets a paused or stopped run go on, and its environment. What is UNKNOWN stays so. */
export function resumeRun(database: Database, runId: string, at: string): Promise<boolean> {
  return database.write(async trx => {
    const run = await findRun(trx, runId)
    if (!run || !(await moveRun(trx, runId, ['paused', 'stopped'], 'running', at))) return false
    if (run.kind === 'register') {
      await endOwnWait(trx, run.env_id)
      await updateEnvironment(trx, run.env_id, { restored_at: null })
      await saveScope(trx, { env_id: run.env_id, scope: operationOf(run).scope, paused: null, strikes: 0 })
    }
    return true
  })
}

/** Ends a run before its next request: what is queued goes back to the sheet. @returns whether it could be */
export async function cancelRun(
  database: Database,
  runId: string,
  operatorId: string,
  at: string,
): Promise<boolean> {
  const stands = ['preparing', 'running', 'paused', 'stopped'] as const
  if (!(await moveRun(database.kysely, runId, stands, 'cancelling', at))) return false
  await giveBack({ database, now: Date.now }, runId, operatorId, 'cancelled by the operator')
  return true
}
