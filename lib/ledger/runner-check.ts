import 'server-only'
import { type CheckAnswer, readCheckAnswer } from '@/lib/client/answers'
import type { TroubleCode } from '@/lib/contract/evidence'
import { type OperationId, operations } from '@/lib/contract/operations'
import { askedWait, LONGEST_WAIT_MS } from '@/lib/ledger/classify'
import { evidenceColumns, insertAttempt, unsent } from '@/lib/store/attempts'
import { newId } from '@/lib/store/ids'
import { ledgerEnvironment } from '@/lib/store/ledger-environments'
import { noteNotice, type RunRow } from '@/lib/store/runs'
import { bodyOf } from './prepared'
import type { RunNotice } from './problem'
import { type Anomaly, note } from './registration'
import { backoff, type Door, iso, type Ports } from './runner-ports'
import { hashOf, sha256 } from './runner-register'
import { keyIdOf } from './runner-rows'
import { noteSkew } from './runner-skew'
import type { Checkable } from './runner-verdicts'
import { noteAskedWait, whileWaiting } from './runner-waiting'

/** What a check request came to: the answer, and the attempt under which it is kept. */
export interface Checked {
  readonly attemptId: string
  readonly answer: CheckAnswer
  /** The service took the request and did not answer in time: it may be too much for it. */
  readonly isSlow: boolean
  /** The service said for how long it wants to be left alone. */
  readonly isAskedToWait: boolean
  /** Something came back, were it only a status. */
  readonly isAnswered: boolean
}

/** Answers of checks are kept as evidence up to this size. */
const KEPT_BYTES = 256 * 1024

/** How long a waiting check sleeps before it asks again whether it may go on, at most. */
const LOOK_AGAIN_MS = 500

/**
 * Checks orders in one request; trouble that may pass is tried again with backoff. Checks change nothing at the
 * service, so sending one twice is harmless. More than one order that it is slow about is not sent again as it is.
 * @param goesOn asked before each sending
 * @returns undefined when it does not go on
 */
export async function checkOrders(
  ports: Ports,
  run: RunRow,
  operation: OperationId,
  door: Door,
  orders: readonly Checkable[],
  goesOn: () => Promise<boolean>,
): Promise<Checked | undefined> {
  const { tries, waits } = ports.limits
  for (let attempt = 1, waited = 0; ; ) {
    await respectLimit(ports, run.env_id, goesOn)
    if (!(await goesOn())) return undefined
    const checked = await checkOnce(ports, run, operation, door, orders)
    if (ports.closing.signal.aborted && !checked.answer.ok) return undefined
    const { answer } = checked
    if (answer.ok || !answer.trouble.mayPass || (checked.isSlow && orders.length > 1)) return checked
    const isBusy = answer.trouble.status === 429 || checked.isAskedToWait
    if (isBusy ? ++waited >= waits : attempt++ >= tries) return checked
    await ports.sleep(backoff(ports.limits, Math.max(1, isBusy ? waited : attempt - 1)))
  }
}

/** Check and registration share what the service said about its pace (429). */
async function respectLimit(ports: Ports, envId: string, goesOn: () => Promise<boolean>) {
  const { not_before: until } = await ledgerEnvironment(ports.database.kysely, envId)
  const end = Math.min(Date.parse(until ?? ''), ports.now() + LONGEST_WAIT_MS)
  for (let left = end - ports.now(); left > 0; left = end - ports.now()) {
    await ports.sleep(Math.min(left, LOOK_AGAIN_MS))
    if (!(await goesOn())) return
  }
}

/** JSON of what in an answer does not fit what was sent; null when all of it does. */
function anomaliesOf(answer: CheckAnswer): string | null {
  const kind = answer.ok ? 'positions' : kinds[answer.trouble.code]
  const details = (answer.ok ? answer.byNumber : answer.misfits) ?? []
  const anomalies = kind === undefined ? [] : details.map(detail => note(kind, detail))
  return anomalies.length === 0 ? null : JSON.stringify(anomalies).toWellFormed()
}

const kinds: Readonly<Partial<Record<TroubleCode, Anomaly['kind']>>> = {
  contradictory: 'contradictory',
  other_shape: 'shape',
  does_not_fit: 'misfit',
}

async function checkOnce(
  ports: Ports,
  run: RunRow,
  operation: OperationId,
  door: Door,
  orders: readonly Checkable[],
): Promise<Checked> {
  const payloads = orders.map(order => order.payload)
  const body = bodyOf(operations[operation].list, payloads)
  const sentAt = iso(ports.now())
  // A process that is to end does not wait for a check: it changes nothing, and another process asks again.
  const { signal } = ports.closing
  const options = { deadlineMs: ports.limits.checkDeadline, orders: orders.length, signal }
  const sending = ports.call(operations[operation], body, door.target, options)
  const evidence = await whileWaiting(ports, run.id, options.deadlineMs, sending)
  const numbers = orders.map(order => order.mall_order_number)
  const answer = readCheckAnswer(evidence, numbers)
  const attemptId = newId()
  await insertAttempt(ports.database.kysely, {
    ...unsent,
    ...evidenceColumns({ ...evidence, body: evidence.body.subarray(0, KEPT_BYTES) }, hashOf(evidence)),
    id: attemptId,
    run_id: run.id,
    env_id: run.env_id,
    origin: new URL(door.target.baseUrl).origin,
    operation,
    state: 'DONE',
    order_count: orders.length,
    body_sha256: sha256(body),
    owner: ports.bootId,
    owner_pid: ports.pid,
    key_id: keyIdOf(operations[operation], door),
    prepared_at: sentAt,
    sending_at: sentAt,
    classified_as: answer.ok ? 'checked' : answer.trouble.code,
    anomalies: anomaliesOf(answer),
  })
  const asked = askedWait(evidence)
  if (asked.waitMs) await noteAskedWait(ports.database.kysely, run.env_id, asked, ports.now())
  if (answer.ok && answer.byNumber) {
    const notice: RunNotice = { code: 'by_number', attemptId }
    await noteNotice(ports.database.kysely, run.id, JSON.stringify(notice))
  }
  await noteSkew(ports.database.kysely, run.env_id, evidence)
  const isSlow = !answer.ok && answer.trouble.code === 'timed_out' && evidence.connected
  const isAnswered = evidence.status !== undefined
  return { attemptId, answer, isSlow, isAskedToWait: asked.waitMs !== undefined, isAnswered }
}
