import 'server-only'
import { excerpt } from '@/lib/client/call-failure'
import { clockSkew } from '@/lib/client/clock-skew'
import type { Evidence } from '@/lib/contract/evidence'
import { writeAnomalies } from '@/lib/ledger/rules/anomalies'
import { type Classified, MAX_WAIT_MS, type PauseReason } from '@/lib/ledger/rules/classify'
import { type RunProblem, type RunProblemCode, readRunProblem } from '@/lib/ledger/rules/problem'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { noteClockSkew } from '@/lib/store/ledger/environments/clock-skews'
import {
  clearOwnWait,
  endWaitsAfter,
  updateEnvironment,
  waitAtLeast,
} from '@/lib/store/ledger/environments/environments'
import { findScope, pauseOfOthers, saveScope } from '@/lib/store/ledger/environments/scopes'
import type { AttemptRow } from '@/lib/store/ledger/requests/attempts'
import { countRunOrders, findRun, recordUnconfirmed, transitionRun } from '@/lib/store/ledger/runs/runs'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'
import { reduceLimit } from './learned-limits'
import { backoffDelay, type Ports } from './ports'
import { causeOfAttempt } from './responses/unconfirmed'
import { operationOf } from './rows'

// What a request changes in its environment and its run besides its orders: pauses, waits, request sizes, the clock.

/** The problem code of each reason why an environment pauses. */
const pauseCodes = {
  credential: 'credential',
  permission: 'permission',
  address: 'address',
  redirect: 'redirect',
  refused: 'service_refused',
} as const satisfies Record<PauseReason, RunProblemCode>

/** Reasons in the settings of a connection. Others of its environment have their own credentials and address. */
const CONNECTION_REASONS: ReadonlySet<PauseReason | undefined> = new Set([
  'credential',
  'permission',
  'address',
  'redirect',
])

/**
 * Updates the environment, the connection and the run after a request: waits, pauses, smaller requests, the stop at an
 * unknown outcome.
 * @param returned orders that are queued again
 */
export async function applyConsequences(
  ports: Ports,
  trx: DbTransaction,
  attempt: AttemptRow,
  judged: Classified,
  returned: readonly string[],
) {
  if (judged.tooLarge) return reduceRequestSize(ports, trx, attempt)
  const now = ports.now()
  const { scope } = operationOf(attempt)
  const { strikes: strikesBefore, paused: pausedBefore } = await findScope(trx, attempt.env_id, scope)
  const count = judged.outcomes.filter(one => one.state === 'UNKNOWN').length
  const status = attempt.http_status === null ? {} : { status: attempt.http_status }
  const strikes = returned.length > 0 ? strikesBefore + 1 : 0
  const detail =
    attempt.error === null ? excerpt(attempt.resp_body ?? new Uint8Array()).toWellFormed() : attempt.error
  const about = attempt.http_status === null ? {} : { attemptId: attempt.id }
  const problem: RunProblem | undefined = judged.pause
    ? { code: pauseCodes[judged.pause], ...status, ...about, ...credentialOf(attempt), detail }
    : strikes >= ports.limits.maxStrikes
      ? { code: 'not_sent', ...status, ...about, detail }
      : undefined
  // A service that asks to wait no time still gets no storm of requests.
  if (judged.waitMs) await saveRequestedWait(trx, attempt.env_id, judged, now)
  else if (returned.length > 0)
    await saveBackoff(trx, attempt.env_id, backoffDelay(ports.limits, strikes), now)
  else await clearOwnWait(trx, attempt.env_id)
  const isOwn = CONNECTION_REASONS.has(judged.pause)
  const run = isOwn || pausedBefore !== null ? await findRun(trx, attempt.run_id) : undefined
  const connectionId = run?.connection_id ?? ''
  const paused = problem
    ? JSON.stringify({ ...problem, ...(isOwn && { connectionId }) })
    : pauseOfOthers(pausedBefore, connectionId)
  await saveScope(trx, { env_id: attempt.env_id, scope, paused, strikes })
  const cause = causeOfAttempt({ ...attempt, anomalies: writeAnomalies(judged.anomalies) })
  if (count > 0)
    await stopAtUnknown(
      trx,
      attempt.run_id,
      attempt.id,
      { ...status, ...about, count, cause, detail },
      iso(now),
    )
  else if (problem) await transitionRun(trx, attempt.run_id, ['running'], 'paused', iso(now), problem)
}

/** After HTTP 413 requests get smaller; when one order alone is too large, the run pauses for a person. */
async function reduceRequestSize(ports: Ports, trx: DbTransaction, attempt: AttemptRow) {
  const run = await findRun(trx, attempt.run_id)
  if (!run) return
  const now = ports.now()
  if (attempt.order_count > 1) {
    const what = operationOf(attempt).scope === 'orders' ? 'register_size' : 'product_size'
    await reduceLimit(trx, run.connection_id, what, attempt.order_count, 'too_large', now)
    return
  }
  if (!(await countRunOrders(trx, run.id)).has('QUEUED')) return
  const problem: RunProblem = { code: 'too_large', status: 413, count: 1, attemptId: attempt.id }
  await transitionRun(trx, run.id, ['running'], 'paused', iso(now), problem)
}

/** Which credential was rejected: the person who replaces it must know. */
const credentialOf = (attempt: AttemptRow): Pick<RunProblem, 'credential'> =>
  operationOf(attempt).auth.includes('bearer') ? {} : { credential: 'key' }

/**
 * Stops a run at its first unknown outcome, so that at most one of its requests is unknown. That a person had paused it
 * is kept, because it may continue by itself once the outcome is proven.
 * @param cause the id of the request, or the time of a restore, by which this stop is announced once
 */
export async function stopAtUnknown(
  trx: DbTransaction,
  runId: string,
  cause: string,
  about: Omit<RunProblem, 'code' | 'isPaused'>,
  at: string,
) {
  const run = await findRun(trx, runId)
  const isPaused = readRunProblem(run?.problem ?? null)?.code === 'by_operator'
  const problem: RunProblem = { code: 'unknown_outcome', ...about, ...(isPaused && { isPaused }) }
  await transitionRun(trx, runId, ['running', 'paused'], 'stopped', at, problem)
  await recordUnconfirmed(trx, runId, cause, at)
}

/** No wait that Lading saved is longer, in milliseconds, unless it is from a clock that was ahead and was set right. */
const MAX_SAVED_WAIT_MS = MAX_WAIT_MS + CLOCK_TOLERANCE_MS

/**
 * Milliseconds until requests may be sent to an environment; 0 when they may be sent now.
 * @param notBefore ISO 8601 @param now milliseconds since the epoch
 */
export function remainingWait(notBefore: string | null, now: number): number {
  const left = Date.parse(notBefore ?? '') - now
  return left > 0 && left <= MAX_SAVED_WAIT_MS ? left : 0
}

/**
 * Ends waits from a clock that was ahead: pages would show them until that time, and no shorter one would be saved.
 */
export const endImpossibleWaits = ({ database, now }: Pick<Ports, 'database' | 'now'>): Promise<void> =>
  endWaitsAfter(database.kysely, iso(now() + MAX_SAVED_WAIT_MS))

/** Saves how long the service asked to wait. @param now milliseconds since the epoch */
export const saveRequestedWait = (
  db: Db,
  envId: string,
  { waitMs = 0, requestedMs = 0 }: Pick<Classified, 'waitMs' | 'requestedMs'>,
  now: number,
): Promise<void> =>
  updateEnvironment(db, envId, { not_before: iso(now + waitMs), asked_until: iso(now + requestedMs) })

/**
 * Saves a wait that Lading chose, after a request that could not be sent. A longer wait is kept.
 * @param waitMs milliseconds @param now milliseconds since the epoch
 */
const saveBackoff = (db: Db, envId: string, waitMs: number, now: number): Promise<void> =>
  waitAtLeast(db, envId, iso(now + waitMs))

/** Saves how far the service's clock differs from this machine's, measured by the Date header of a response. */
export async function saveClockSkew(db: Db, envId: string, evidence: Evidence): Promise<void> {
  const skew = clockSkew(evidence)
  if (skew !== undefined) await noteClockSkew(db, envId, skew)
}
