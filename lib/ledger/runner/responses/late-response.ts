import 'server-only'
import type { Outcome } from '@/lib/ledger/rules/classify'
import { readRunProblem } from '@/lib/ledger/rules/problem'
import { nextState } from '@/lib/ledger/rules/transitions'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import { type AlarmRow, raiseAlarm } from '@/lib/store/ledger/alarms'
import { transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import {
  findNumbersHeldByOthers,
  findQueuedSuccessors,
  findResolutionCandidates,
  lockOrders,
  makeNewest,
  type ResolutionCandidate,
  resolveOrders,
} from '@/lib/store/ledger/orders/unknown-orders'
import type { AttemptOrder, AttemptRow } from '@/lib/store/ledger/requests/attempts'
import { recordOutcomes } from '@/lib/store/ledger/requests/attempts'
import { haveSameKey } from '@/lib/store/ledger/requests/replays'
import { lockRun } from '@/lib/store/ledger/runs/run-lifecycle'
import { countRunOrders, transitionRun } from '@/lib/store/ledger/runs/runs'

/**
 * Applies a response that arrived after the reaper had closed its request. It can prove a registration, never its
 * absence. The proof overrides what a person decided meanwhile: an order that was marked absent or was given up becomes
 * registered, and its number is held again: an order that waits to be sent under it is cancelled. Where that is too
 * late, or where the order id differs from the one that a person typed, an alarm appears among the unconfirmed orders.
 * @param at ISO 8601 @param reason recorded with the registration
 * @returns whether any of the orders was unconfirmed until now
 */
export async function applyLateResponse(
  trx: Db,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  outcomes: readonly Outcome[],
  at: string,
  reason = 'an answer came late',
): Promise<boolean> {
  const ids = receipt.map(order => order.id)
  // The lock waits for a concurrent resolution of these orders, so that the decision is read below.
  await lockOrders(trx, ids)
  const rows = new Map((await findResolutionCandidates(trx, ids)).map(row => [row.id, row]))
  const isProvenAbsent = ({ id, position }: AttemptOrder) =>
    outcomes[position]?.state === 'REGISTERED' && rows.get(id)?.state === 'ABSENT'
  const absent = receipt.filter(isProvenAbsent).map(order => order.id)
  const successors = await findQueuedSuccessors(trx, absent)
  const cancel = { from: 'QUEUED', to: 'CANCELLED', attemptId: null, actor: 'runner', at } as const
  await transitionOrders(trx, successors, { ...cancel, reason: 'a response proved it registered before' })
  const held = await findNumbersHeldByOthers(trx, ids)
  for (const order of receipt) {
    const outcome = outcomes[order.position]
    const row = rows.get(order.id)
    if (!outcome) continue
    await recordOutcomes(trx, attempt.id, [order.position], outcome.state)
    if (row && outcome.state === 'REGISTERED')
      await applyRegistration(trx, {
        attemptId: attempt.id,
        row,
        orderId: outcome.orderId ?? null,
        isHeldByAnother: held.has(row.id),
        at,
        reason,
      })
  }
  return [...rows.values()].some(({ state }) => state === 'UNKNOWN')
}

/** A registration that a response proves late. */
interface LateRegistration {
  readonly attemptId: string
  readonly row: ResolutionCandidate
  /** The service's id of the order; null: the response has none. */
  readonly orderId: string | null
  /** Whether another order has its number by now. */
  readonly isHeldByAnother: boolean
  readonly at: string
  readonly reason: string
}

async function applyRegistration(trx: Db, late: LateRegistration): Promise<void> {
  const { attemptId, row, orderId, at } = late
  const alarm = (kind: AlarmRow['kind']) =>
    raiseAlarm(trx, {
      env_id: row.env_id,
      ledger_order_id: row.id,
      attempt_id: attemptId,
      kind,
      order_id: orderId,
      numbers: null,
      at,
    })
  // The order was queued and sent again since: both requests may have registered it.
  if (!(await haveSameKey(trx, row.current_attempt, attemptId))) return alarm('possible_double')
  if (row.state === 'REGISTERED') {
    if (row.order_id === null && orderId !== null) await setRegistered(trx, late)
    else if (row.order_id !== orderId) await alarm('other_id')
    return
  }
  // An administrator released the order although it was known to be registered under this id.
  if (row.state === 'RELEASED' && row.order_id !== null && row.order_id === orderId) return
  if (late.isHeldByAnother || row.state === 'RELEASED') return alarm('possible_double')
  if (nextState(row.state, 'registered') !== 'REGISTERED') return
  await setRegistered(trx, late)
  if (row.state !== 'UNKNOWN') await alarm('taken_back')
}

async function setRegistered(trx: Db, { row, orderId, at, reason }: LateRegistration): Promise<void> {
  if (row.state === 'ABSENT') await makeNewest(trx, row.id)
  await resolveOrders(trx, [{ id: row.id, attemptId: row.current_attempt, orderId }], {
    from: row.state,
    to: 'REGISTERED',
    actor: 'runner',
    reason,
    at,
  })
}

/**
 * Continues a run that stopped for its unconfirmed orders, once none is left. No person looked at it, so a connection
 * that was changed meanwhile still pauses it, and one that a person had paused before is paused again.
 */
export async function resumeConfirmed(trx: DbTransaction, runId: string, at: string): Promise<void> {
  const run = await lockRun(trx, runId)
  const problem = readRunProblem(run?.problem ?? null)
  if (problem?.code !== 'unknown_outcome') return
  const counts = await countRunOrders(trx, runId)
  if (counts.has('UNKNOWN')) return
  if (problem.isPaused && counts.has('QUEUED'))
    await transitionRun(trx, runId, ['stopped'], 'paused', at, { code: 'by_operator' })
  else await transitionRun(trx, runId, ['stopped'], 'running', at)
}
