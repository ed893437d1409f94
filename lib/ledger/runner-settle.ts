import 'server-only'
import { givenFailure } from '@/lib/client/answers'
import {
  type AttemptOrder,
  type AttemptRow,
  closeAttempt,
  findAttempt,
  listAttemptOrders,
  noteOutcomes,
  toEvidence,
} from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { countReturns, explainOrders, findOrders, type LedgerOrderRow, moveOrders } from '@/lib/store/ledger'
import { ledgerEnvironment, updateEnvironment } from '@/lib/store/ledger-environments'
import { ledgerScope, saveScope } from '@/lib/store/ledger-scopes'
import { findRun, moveRun } from '@/lib/store/runs'
import { type Classified, classify, type Outcome, type PauseReason, triggers } from './classify'
import type { Problem, ProblemCode } from './problem'
import type { Reason } from './registration-products'
import { takeLateProof } from './resolve-late'
import { backoff, iso, type Ports } from './runner-ports'
import { operationOf } from './runner-rows'
import { saveAnswer } from './runner-verdicts'
import { follow, sources } from './transitions'

/** The mark of an attempt that was closed without its answer. An answer may still come late. */
export const REAPED = 'reaped'

/** Judges the stored evidence of a registration and moves its orders, its environment and its run (T5). */
export async function settle(ports: Ports, attemptId: string): Promise<void> {
  await ports.database.write(async trx => {
    const before = await findAttempt(trx, attemptId)
    const evidence = before && toEvidence(before)
    if (!before || !evidence) return
    const isLate = before.state === 'DONE' && before.classified_as === REAPED
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
    const closed = isLate
      ? await closeAttempt(trx, attemptId, ['DONE'], `late_${judged.class}`, anomalies)
      : await closeAttempt(trx, attemptId, ['RESPONDED'], judged.class, anomalies)
    if (!closed) return
    if (isLate) return takeLateProof(trx, before, receipt, judged.outcomes, iso(ports.now()))
    const returned = await applyOutcomes(ports, trx, before, receipt, judged)
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
): Promise<readonly string[]> {
  const at = iso(ports.now())
  const returned: string[] = []
  for (const { outcome, orders } of groupByOutcome(receipt, judged.outcomes)) {
    const ids = orders.map(order => order.id)
    const moved = await moveAll(trx, ids, outcome, attempt.id, judged.class, at)
    await noteOutcomes(
      trx,
      attempt.id,
      orders.map(order => order.position),
      outcome.state,
    )
    if (outcome.state === 'QUEUED') returned.push(...moved)
    if (outcome.state === 'REJECTED' && outcome.reasons) {
      await keepReasons(trx, attempt, moved, outcome.reasons, at)
    }
  }
  await countReturns(trx, returned)
  return returned
}

/** A refusal that tells its reasons needs no check to explain it; they stand where those of a check do. */
async function keepReasons(
  trx: Handle,
  attempt: AttemptRow,
  ids: readonly string[],
  reasons: readonly Reason[],
  at: string,
) {
  const failures = reasons.map(one => givenFailure('', one.message, one.errorCode))
  const run = await findRun(trx, attempt.run_id)
  for (const row of await findOrders(trx, ids)) {
    const about = { ...row, operation: attempt.operation, connection_id: run?.connection_id ?? '' }
    await saveAnswer(trx, about, attempt.id, [row], [{ passed: false, failures }], at)
  }
  await explainOrders(trx, ids, 'here', at)
}

/** Orders with one outcome are moved by one statement; each order id is an outcome of its own. */
function groupByOutcome(receipt: readonly AttemptOrder[], outcomes: readonly Outcome[]) {
  const groups = new Map<string, { outcome: Outcome; orders: AttemptOrder[] }>()
  for (const order of receipt) {
    const outcome = outcomes[order.position]
    if (!outcome) continue
    const key = JSON.stringify(outcome)
    const group = groups.get(key) ?? { outcome, orders: [] }
    group.orders.push(order)
    groups.set(key, group)
  }
  return groups.values()
}

async function moveAll(
  trx: Handle,
  ids: readonly string[],
  outcome: Outcome,
  attemptId: string,
  reason: string,
  at: string,
): Promise<string[]> {
  const trigger = triggers[outcome.state]
  const change = outcome.state === 'REGISTERED' ? { order_id: outcome.orderId ?? null, returned: 0 } : {}
  const moved: string[] = []
  for (const from of sources(trigger)) {
    const to = follow(from, trigger)
    if (!isKept(from) || !to || !isKept(to)) continue
    moved.push(...(await moveOrders(trx, ids, { from, to, attemptId, actor: 'runner', reason, at }, change)))
  }
  return moved
}

/** Whether a state has rows: DRAFT and VALIDATED have none. */
export const isKept = (state: string): state is LedgerOrderRow['state'] =>
  state !== 'DRAFT' && state !== 'VALIDATED'

const pauseCodes = {
  credential: 'credential',
  permission: 'permission',
  address: 'address',
  refused: 'service_refused',
} as const satisfies Record<PauseReason, ProblemCode>

/** What one request teaches about its environment and its run. */
async function learn(
  ports: Ports,
  trx: Handle,
  attempt: AttemptRow,
  judged: Classified,
  returned: readonly string[],
) {
  const now = ports.now()
  const { scope } = operationOf(attempt)
  const { strikes: strikesBefore } = await ledgerScope(trx, attempt.env_id, scope)
  const count = judged.outcomes.filter(one => one.state === 'UNKNOWN').length
  const status = attempt.http_status === null ? {} : { status: attempt.http_status }
  const strikes = returned.length > 0 ? strikesBefore + 1 : 0
  const detail = attempt.error === null ? excerpt(attempt.resp_body) : attempt.error
  const problem: Problem | undefined = judged.pause
    ? { code: pauseCodes[judged.pause], ...status, ...credentialOf(attempt), detail }
    : strikes >= ports.limits.strikes
      ? { code: 'not_sent', ...status, detail }
      : undefined
  const wait = returned.length > 0 ? (judged.waitMs ?? backoff(ports.limits, strikes)) : 0
  await updateEnvironment(trx, attempt.env_id, { not_before: wait > 0 ? iso(now + wait) : null })
  const paused = problem ? JSON.stringify(problem) : null
  await saveScope(trx, { env_id: attempt.env_id, scope, paused, strikes })
  if (count > 0) await stopAtUnknown(trx, attempt.run_id, { ...status, count, detail }, iso(now))
  else if (problem)
    await moveRun(trx, attempt.run_id, ['running'], 'paused', iso(now), JSON.stringify(problem))
}

/** Who puts a refused credential right must know which. */
const credentialOf = (attempt: AttemptRow): Pick<Problem, 'credential'> =>
  operationOf(attempt).auth.includes('bearer') ? {} : { credential: 'key' }

/** A run stops at its first unknown outcome, so that never more than one request is in doubt. */
export async function stopAtUnknown(trx: Handle, runId: string, about: Omit<Problem, 'code'>, at: string) {
  const problem: Problem = { code: 'unknown_outcome', ...about }
  await moveRun(trx, runId, ['running', 'paused'], 'stopped', at, JSON.stringify(problem))
}

const excerpt = (body: Uint8Array | null) =>
  new TextDecoder()
    .decode(body?.subarray(0, 1200) ?? new Uint8Array())
    .slice(0, 300)
    .toWellFormed()
