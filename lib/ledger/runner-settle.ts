import 'server-only'
import { type GivenFailure, givenFailure } from '@/lib/client/answers'
import {
  type AttemptOrder,
  type AttemptRow,
  closeAttempt,
  findAttempt,
  listAttemptOrders,
  noteOutcomes,
  REAPED,
  toEvidence,
} from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import {
  countReturns,
  explainOrders,
  findOrders,
  type LedgerOrderRow,
  moveOrders,
  moveRegistered,
} from '@/lib/store/ledger'
import { ledgerEnvironment } from '@/lib/store/ledger-environments'
import { holdRun } from '@/lib/store/run-hold'
import { findRun } from '@/lib/store/runs'
import { type Classified, classify, type Outcome, triggers } from './classify'
import type { Reason } from './registration-products'
import { takeLateProof } from './resolve-late'
import { raiseAnswerAlarms } from './runner-alarms'
import { giveBackCalledOff } from './runner-called-off'
import { learn } from './runner-learn'
import { iso, type Ports } from './runner-ports'
import { checkedFormOf, operationOf } from './runner-rows'
import { noteSkew } from './runner-skew'
import { refusedAlone, saveAnswer, tooLarge } from './runner-verdicts'
import { follow, sources } from './transitions'

/** Judges the stored evidence of a registration and moves its orders, its environment and its run (T5). */
export async function settle(ports: Ports, attemptId: string): Promise<void> {
  await ports.database.write(async trx => {
    const before = await findAttempt(trx, attemptId)
    const evidence = before && toEvidence(before)
    if (!before || !evidence) return
    const isLate = before.classified_as === REAPED
    const receipt = await listAttemptOrders(trx, attemptId)
    const environment = await ledgerEnvironment(trx, before.env_id)
    const confirmed = new Set<number>(JSON.parse(environment.confirmed_statuses))
    const judged = classify(
      evidence,
      operationOf(before).scope,
      receipt.map(order => order.mallOrderNumber),
      confirmed,
    )
    const anomalies = judged.anomalies.length > 0 ? JSON.stringify(judged.anomalies).toWellFormed() : null
    const verdict = isLate ? `late_${judged.class}` : judged.class
    if (!(await closeAttempt(trx, attemptId, ['RESPONDED'], verdict, anomalies))) return
    await raiseAnswerAlarms(trx, before, receipt, judged, iso(ports.now()))
    if (isLate) return takeLateProof(trx, before, receipt, judged.outcomes, iso(ports.now()))
    // Held, so that nobody ends it between what comes back to its queue and the look at whether it was ended.
    const run = await holdRun(trx, before.run_id)
    const isHalving = run?.halving != null
    const returned = await applyOutcomes(ports, trx, before, receipt, judged, isHalving)
    await giveBackCalledOff(
      trx,
      run,
      attemptId,
      receipt.map(order => order.id),
      iso(ports.now()),
    )
    await noteSkew(trx, before.env_id, evidence)
    await learn(ports, trx, before, judged, returned)
  })
}

/** @returns orders that came back to the queue */
async function applyOutcomes(
  ports: Ports,
  trx: Handle,
  attempt: AttemptRow,
  receipt: readonly AttemptOrder[],
  judged: Classified,
  isHalving: boolean,
): Promise<readonly string[]> {
  const at = iso(ports.now())
  const returned: string[] = []
  for (const { outcome, orders } of groupByOutcome(receipt, judged.outcomes)) {
    // Of what is refused together, the halves are tried: its orders wait again.
    const isHalved = isHalving && outcome.state === 'REJECTED' && receipt.length > 1
    const moved = await moveAll(
      trx,
      orders,
      isHalved ? { state: 'QUEUED' } : outcome,
      attempt.id,
      isHalved ? 'refused together; sent again in halves' : judged.class,
      at,
    )
    await noteOutcomes(
      trx,
      attempt.id,
      orders.map(order => order.position),
      outcome.state,
    )
    if (outcome.state === 'QUEUED') returned.push(...moved)
    if (outcome.state !== 'REJECTED' || isHalved) continue
    if (judged.tooLarge) await keepFailures(trx, attempt, moved, [tooLarge], at)
    else if (outcome.reasons) await keepFailures(trx, attempt, moved, outcome.reasons.map(given), at)
    else if (isHalving) await keepFailures(trx, attempt, moved, [refusedAlone], at)
  }
  if (!judged.tooLarge) await countReturns(trx, returned)
  return returned
}

const given = ({ message, errorCode }: Reason) => givenFailure('', message, errorCode)

/** A refusal that tells its reasons needs no check to explain it; they stand where those of a check do. */
async function keepFailures(
  trx: Handle,
  attempt: AttemptRow,
  ids: readonly string[],
  failures: readonly GivenFailure[],
  at: string,
) {
  const run = await findRun(trx, attempt.run_id)
  if (!run) return
  for (const row of await findOrders(trx, ids)) {
    await saveAnswer(
      trx,
      run,
      attempt.id,
      [{ ...row, ...checkedFormOf(row) }],
      [{ passed: false, failures }],
      at,
    )
  }
  await explainOrders(trx, ids, 'here', at)
}

/** An order of a request, with what became of it. */
type Judged = AttemptOrder & { readonly outcome: Outcome }

/** Orders that are moved by one statement: those with one outcome, and all that are registered. */
function groupByOutcome(receipt: readonly AttemptOrder[], outcomes: readonly Outcome[]) {
  const groups = new Map<string, { outcome: Outcome; orders: Judged[] }>()
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

async function moveAll(
  trx: Handle,
  orders: readonly Judged[],
  { state }: Pick<Outcome, 'state'>,
  attemptId: string,
  reason: string,
  at: string,
): Promise<string[]> {
  const trigger = triggers[state]
  const moved = new Set<string>()
  for (const from of sources(trigger)) {
    const to = follow(from, trigger)
    if (!isKept(from) || !to || !isKept(to)) continue
    const move = { from, to, attemptId, actor: 'runner', reason, at } as const
    const left = orders.filter(order => !moved.has(order.id))
    const done =
      state === 'REGISTERED'
        ? await moveRegistered(trx, left.map(withOrderId), move)
        : await moveOrders(
            trx,
            left.map(order => order.id),
            move,
          )
    for (const id of done) moved.add(id)
  }
  return [...moved]
}

const withOrderId = ({ id, outcome }: Judged) => ({
  id,
  orderId: outcome.state === 'REGISTERED' ? (outcome.orderId ?? null) : null,
})

/** Whether a state has rows: DRAFT and VALIDATED have none. */
export const isKept = (state: string): state is LedgerOrderRow['state'] =>
  state !== 'DRAFT' && state !== 'VALIDATED'
