import 'server-only'
import type { HalvingFound } from '@/lib/ledger/rules/halving'
import {
  type RefusedOrder,
  type RunNotice,
  type RunProblem,
  readRunProblem,
  type Waiting,
} from '@/lib/ledger/rules/problem'
import { remainingWait } from '@/lib/ledger/runner/environment'
import { SLOW_RESPONSE_MS } from '@/lib/ledger/runner/ports'
import { halvingFound } from '@/lib/ledger/runner/register/halving'
import type { Db } from '@/lib/store/db/database'
import { findEnvironment } from '@/lib/store/ledger/environments/environments'
import { findOpenRegistration } from '@/lib/store/ledger/requests/attempts'
import { type VisibleRunState, visibleRunState } from '@/lib/store/ledger/runs/run-lifecycle'
import { countRunOrders, findRun, type RunRow } from '@/lib/store/ledger/runs/runs'

/** How far a run is. Counts are orders or products. */
export interface RunProgress {
  readonly runId: string
  readonly kind: 'check' | 'register'
  readonly state: VisibleRunState
  readonly total: number
  /** Orders with an outcome; `left` is the rest. */
  readonly done: number
  readonly left: number
  readonly passed: number
  readonly failed: number
  readonly registered: number
  readonly rejected: number
  readonly unknown: number
  readonly refused: readonly RefusedOrder[]
  /** Why the run is paused or stopped, or why a running one waits. */
  readonly problem?: RunProblem
  /** Something odd about a response that did not stop the run. */
  readonly notice?: RunNotice
  /** Why a running run sends nothing now, or how long a response is missing. */
  readonly waiting?: Waiting
  /** What a halving run has found so far. */
  readonly halving?: HalvingFound
}

/**
 * How far a run is; undefined when no run has this id.
 * @param now milliseconds since the epoch, by the clock of the ledger
 */
export async function runProgress(db: Db, runId: string, now: number): Promise<RunProgress | undefined> {
  const run = await findRun(db, runId)
  if (!run) return undefined
  const counts = await countRunOrders(db, runId)
  const passed = counts.get('passed') ?? 0
  const failed = counts.get('failed') ?? 0
  const registered = counts.get('REGISTERED') ?? 0
  const rejected = counts.get('REJECTED') ?? 0
  const unknown = counts.get('UNKNOWN') ?? 0
  const others = (['ABSENT', 'ABANDONED', 'CANCELLED', 'RELEASED'] as const).reduce(
    (sum, one) => sum + (counts.get(one) ?? 0),
    0,
  )
  const waiting = await waitingOf(db, run, now)
  const total = run.kind === 'check' ? run.total : [...counts.values()].reduce((sum, one) => sum + one, 0)
  const done = passed + failed + registered + rejected + unknown + others
  const problem = readRunProblem(run.problem)
  return {
    runId,
    kind: run.kind,
    state: visibleRunState(run.state),
    total,
    done,
    left: total - done,
    passed,
    failed,
    registered,
    rejected,
    unknown,
    refused: JSON.parse(run.refused),
    ...(problem && { problem }),
    ...(waiting && { waiting }),
    ...(run.notice !== null && { notice: JSON.parse(run.notice) }),
    ...(run.halving !== null && { halving: await halvingFound(db, run) }),
  }
}

/**
 * What a run waits for; undefined when it does not wait, or not long enough to be shown.
 * @param now milliseconds since the epoch
 */
export async function waitingOf(db: Db, run: RunRow, now: number): Promise<Waiting | undefined> {
  if (run.state !== 'running') return undefined
  const open = run.kind === 'register' ? await findOpenRegistration(db, run.id) : slowCheck(run)
  if (open) return slowResponse(open, now)
  const environment = await findEnvironment(db, run.env_id)
  const { not_before: until, asked_until: askedUntil, lease_run: holder } = environment ?? {}
  if (until && askedUntil && remainingWait(until, now) > 0) return { kind: 'asked', until, askedUntil }
  const isHeldByOther =
    run.kind === 'register' && holder !== null && holder !== undefined && holder !== run.id
  return isHeldByOther ? { kind: 'turn' } : undefined
}

/** A request that is under way: when it was sent and its deadline, ISO 8601. */
interface OpenRequest {
  readonly since: string
  readonly until: string
}

const slowCheck = ({ slow_since: since, slow_until: until }: RunRow): OpenRequest | undefined =>
  since !== null && until !== null ? { since, until } : undefined

function slowResponse({ since, until }: OpenRequest, now: number): Waiting | undefined {
  const waited = now - Date.parse(since)
  // A request past its deadline belonged to a process that died.
  if (waited < SLOW_RESPONSE_MS || Date.parse(until) < now) return undefined
  const of = Math.round((Date.parse(until) - Date.parse(since)) / 1000)
  return { kind: 'response', seconds: Math.floor(waited / 1000), of }
}
