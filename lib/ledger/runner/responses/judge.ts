import 'server-only'
import { failedVerdict, type ReportedFailure, reportedFailure } from '@/lib/client/check-result'
import { writeAnomalies } from '@/lib/ledger/rules/anomalies'
import { type Classified, classify, type Outcome, triggers } from '@/lib/ledger/rules/classify'
import type { ProductFailure } from '@/lib/ledger/rules/product-registration'
import { isStored, nextState, statesBefore } from '@/lib/ledger/rules/transitions'
import type { Db } from '@/lib/store/db/database'
import { ensureEnvironment } from '@/lib/store/ledger/environments/environments'
import { findOrders } from '@/lib/store/ledger/orders/orders'
import { markRegistered } from '@/lib/store/ledger/orders/registered-orders'
import {
  incrementReturns,
  setExplanation,
  transitionOrders,
} from '@/lib/store/ledger/orders/transition-orders'
import {
  type AttemptOrder,
  type AttemptRow,
  closeAttempt,
  findAttempt,
  listAttemptOrders,
  REAPED,
  recordOutcomes,
  toEvidence,
} from '@/lib/store/ledger/requests/attempts'
import { lockRun } from '@/lib/store/ledger/runs/run-lifecycle'
import { findRun } from '@/lib/store/ledger/runs/runs'
import { iso } from '@/lib/store/stored-values'
import { publish } from '@/lib/telemetry/events'
import { applyConsequences, saveClockSkew } from '../environment'
import { rejectedAloneFailure, reportFailures, saveOrderVerdicts, tooLargeFailure } from '../failures'
import type { FailingRecord, Ports } from '../ports'
import { releaseCancelled } from '../recovery/sweep'
import { checkedFormOf, operationOf } from '../rows'
import { raiseResponseAlarms } from './alarms'
import { applyReplay } from './judge-replay'
import { applyLateResponse, resumeConfirmed } from './late-response'

/** Classifies the stored evidence of a registration request and updates its orders, environment and run (T5). */
export async function judgeAttempt(ports: Ports, attemptId: string): Promise<void> {
  const reported = await ports.database.write(async trx => {
    const before = await findAttempt(trx, attemptId)
    const evidence = before && toEvidence(before)
    if (!before || !evidence) return undefined
    if (before.replay_of !== null) {
      await applyReplay(trx, before, evidence, iso(ports.now()))
      return undefined
    }
    const isLate = before.classified_as === REAPED
    const receipt = await listAttemptOrders(trx, attemptId)
    const environment = await ensureEnvironment(trx, before.env_id, ports.now())
    const confirmed = new Set<number>(JSON.parse(environment.confirmed_statuses))
    const judged = classify(
      evidence,
      operationOf(before).scope,
      receipt.map(order => order.mallOrderNumber),
      confirmed,
    )
    const anomalies = writeAnomalies(judged.anomalies)
    const verdict = isLate ? `late_${judged.class}` : judged.class
    if (!(await closeAttempt(trx, attemptId, ['RESPONDED'], verdict, anomalies))) return undefined
    await raiseResponseAlarms(trx, before, receipt, judged, iso(ports.now()))
    if (isLate) {
      const wasUnknown = await applyLateResponse(trx, before, receipt, judged.outcomes, iso(ports.now()))
      if (wasUnknown) await resumeConfirmed(trx, before.run_id, iso(ports.now()))
      return undefined
    }
    // Locked, so that the run is not cancelled between the return of its orders and the check of its state.
    const run = await lockRun(trx, before.run_id)
    const isHalving = run?.halving != null
    const { returned, failing } = await applyOutcomes(ports, trx, before, receipt, judged, isHalving)
    await releaseCancelled(
      trx,
      run,
      attemptId,
      receipt.map(order => order.id),
      iso(ports.now()),
    )
    await saveClockSkew(trx, before.env_id, evidence)
    await applyConsequences(ports, trx, before, judged, returned)
    return run && { run, failing, outcomes: judged.outcomes }
  })
  if (!reported) return
  const { run, failing, outcomes } = reported
  publishOutcomes(run.operation, outcomes)
  reportFailures(ports, run, failing)
}

const OUTCOME_NAMES = { REGISTERED: 'registered', REJECTED: 'rejected', UNKNOWN: 'unconfirmed' } as const

/** Orders that are queued again have no result yet. */
function publishOutcomes(operation: string, outcomes: readonly Outcome[]): void {
  for (const [state, outcome] of Object.entries(OUTCOME_NAMES)) {
    const count = outcomes.filter(one => one.state === state).length
    if (count > 0) publish('orders', { operation, outcome, count })
  }
}

/** Moves each order to the state of its outcome. `returned`: ids of the orders that are queued again. */
async function applyOutcomes(
  ports: Ports,
  trx: Db,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  judged: Classified,
  isHalving: boolean,
): Promise<{ readonly returned: readonly string[]; readonly failing: readonly FailingRecord[] }> {
  const at = iso(ports.now())
  const returned: string[] = []
  const failing: FailingRecord[] = []
  for (const { outcome, orders } of groupByOutcome(receipt, judged.outcomes)) {
    // Orders that were rejected together are queued again, because their halves are tried next.
    const isHalved = isHalving && outcome.state === 'REJECTED' && receipt.length > 1
    const moved = await moveByOutcome(
      trx,
      orders,
      isHalved ? { state: 'QUEUED' } : outcome,
      attempt.id,
      isHalved ? 'refused together; sent again in halves' : judged.class,
      at,
    )
    await recordOutcomes(
      trx,
      attempt.id,
      orders.map(order => order.position),
      outcome.state,
    )
    if (outcome.state === 'QUEUED') returned.push(...moved)
    if (outcome.state !== 'REJECTED' || isHalved) continue
    if (judged.tooLarge) await saveFailures(trx, attempt, moved, [tooLargeFailure], at)
    else if (outcome.reasons)
      failing.push(...(await saveFailures(trx, attempt, moved, outcome.reasons.map(toReportedFailure), at)))
    else if (isHalving) await saveFailures(trx, attempt, moved, [rejectedAloneFailure], at)
  }
  if (!judged.tooLarge) await incrementReturns(trx, returned)
  return { returned, failing }
}

const toReportedFailure = ({ message, errorCode }: ProductFailure) => reportedFailure('', message, errorCode)

/** Saves the reasons of a rejection as verdicts, where those of a check are: no check needs to explain it. */
async function saveFailures(
  trx: Db,
  attempt: AttemptRow,
  ids: readonly string[],
  failures: readonly ReportedFailure[],
  at: string,
): Promise<FailingRecord[]> {
  const run = await findRun(trx, attempt.run_id)
  if (!run) return []
  const rows = await findOrders(trx, ids)
  const verdict = failedVerdict(failures)
  for (const row of rows) {
    await saveOrderVerdicts(trx, run, attempt.id, [{ ...row, ...checkedFormOf(row) }], [verdict], at)
  }
  await setExplanation(trx, ids, 'here', at)
  return rows.map(({ payload }) => ({ payload, failures: verdict.failures }))
}

/** An order of a request, with its outcome. */
type JudgedOrder = AttemptOrder & { readonly outcome: Outcome }

/** Groups orders that one statement can move: those with equal outcomes, and all registered ones. */
function groupByOutcome(receipt: readonly AttemptOrder[], outcomes: readonly Outcome[]) {
  const groups = new Map<string, { outcome: Outcome; orders: JudgedOrder[] }>()
  for (const order of receipt) {
    const outcome = outcomes[order.position]
    if (!outcome) continue
    const key = outcome.state === 'REGISTERED' ? outcome.state : JSON.stringify(outcome)
    const group = groups.get(key) ?? { outcome, orders: [] }
    group.orders.push({ ...order, outcome })
    groups.set(key, group)
  }
  return groups.values()
}

async function moveByOutcome(
  trx: Db,
  orders: readonly JudgedOrder[],
  { state }: Pick<Outcome, 'state'>,
  attemptId: string,
  reason: string,
  at: string,
): Promise<string[]> {
  const trigger = triggers[state]
  const moved = new Set<string>()
  for (const from of statesBefore(trigger)) {
    const to = nextState(from, trigger)
    if (!isStored(from) || !to || !isStored(to)) continue
    const move = { from, to, attemptId, actor: 'runner', reason, at } as const
    const left = orders.filter(order => !moved.has(order.id))
    const done =
      state === 'REGISTERED'
        ? await markRegistered(trx, left.map(withOrderId), move)
        : await transitionOrders(
            trx,
            left.map(order => order.id),
            move,
          )
    for (const id of done) moved.add(id)
  }
  return [...moved]
}

const withOrderId = ({ id, outcome }: JudgedOrder) => ({
  id,
  orderId: outcome.state === 'REGISTERED' ? (outcome.orderId ?? null) : null,
})
