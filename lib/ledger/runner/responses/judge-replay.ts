import 'server-only'
import type { Evidence } from '@/lib/contract/evidence'
import { writeAnomalies } from '@/lib/ledger/rules/anomalies'
import type { Outcome } from '@/lib/ledger/rules/classify'
import { judgeReplay } from '@/lib/ledger/rules/replay'
import { setIdempotency } from '@/lib/store/connections/connections'
import type { DbTransaction } from '@/lib/store/db/database'
import { raiseAlarm } from '@/lib/store/ledger/alarms'
import { setExplanation, transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import { type AttemptRow, closeAttempt, recordOutcomes } from '@/lib/store/ledger/requests/attempts'
import { lockReplayedOrders, type ReplayedOrder } from '@/lib/store/ledger/requests/replays'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { operationOf } from '../rows'
import { applyLateResponse, resumeConfirmed } from './late-response'

/**
 * Applies the response to a repetition (`attempt.replay_of`): confirmed orders become REGISTERED or REJECTED, the
 * others stay UNKNOWN. A service that contradicts its earlier response is not asked again, and a person is alarmed.
 * @param at ISO 8601
 */
export async function applyReplay(
  trx: DbTransaction,
  attempt: AttemptRow,
  evidence: Evidence,
  at: string,
): Promise<void> {
  const operation = operationOf(attempt)
  const orders = await lockReplayedOrders(trx, attempt.replay_of ?? attempt.id)
  const judged = judgeReplay(
    evidence,
    operation.scope,
    orders.map(order => order.number),
    orders.map(knownId),
  )
  const proven = judged.kind === 'proven' ? judged.classified : undefined
  const anomalies = proven ? writeAnomalies(proven.anomalies) : null
  const verdict = proven?.class ?? 'unknown'
  if (!(await closeAttempt(trx, attempt.id, ['RESPONDED'], verdict, anomalies))) return
  if (judged.kind === 'contradiction') {
    const run = await findRun(trx, attempt.run_id)
    if (run) await setIdempotency(trx, run.connection_id, 'broken')
    for (const { position, orderId } of judged.orders) {
      const order = orders[position]
      if (order) await alarm(trx, attempt, order, orderId, at)
    }
    return
  }
  if (!proven) return
  const open = orders.filter(order => knownId(order) === undefined)
  const inState = (state: Outcome['state']) =>
    open.filter(order => proven.outcomes[order.position]?.state === state)
  const receipt = inState('REGISTERED').map(order => ({ ...order, mallOrderNumber: order.number }))
  await applyLateResponse(trx, attempt, receipt, proven.outcomes, at, 'replay_registered')
  const rejected = inState('REJECTED')
  const moved = await transitionOrders(
    trx,
    rejected.map(order => order.id),
    {
      from: 'UNKNOWN',
      to: 'REJECTED',
      attemptId: attempt.id,
      actor: 'runner',
      reason: 'replay_rejected',
      at,
    },
  )
  await recordOutcomes(
    trx,
    attempt.id,
    rejected.map(order => order.position),
    'REJECTED',
  )
  if (operation.explainedBy === undefined) await setExplanation(trx, moved, 'nowhere', at)
  await resumeConfirmed(trx, attempt.run_id, at)
}

/** What earlier responses to the key proved of an order: see `judgeReplay`. */
const knownId = (order: ReplayedOrder) => (order.isProven ? order.orderId : undefined)

const alarm = (
  trx: DbTransaction,
  attempt: AttemptRow,
  order: ReplayedOrder,
  orderId: string | null,
  at: string,
) =>
  raiseAlarm(trx, {
    env_id: attempt.env_id,
    ledger_order_id: order.id,
    attempt_id: attempt.id,
    kind: 'possible_double',
    order_id: orderId,
    numbers: null,
    at,
  })
