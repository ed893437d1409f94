import 'server-only'
import { type CheckResult, readCheckResult } from '@/lib/client/check-result'
import type { CallFailureCode } from '@/lib/contract/evidence'
import { type OperationId, operations } from '@/lib/contract/operations'
import { type Anomaly, anomaly, writeAnomalies } from '@/lib/ledger/rules/anomalies'
import { requestedWait } from '@/lib/ledger/rules/classify'
import { requestBody } from '@/lib/ledger/rules/prepared'
import type { RunNotice } from '@/lib/ledger/rules/problem'
import { ensureEnvironment } from '@/lib/store/ledger/environments/environments'
import { newId } from '@/lib/store/ledger/ids'
import { emptyAttemptColumns, evidenceColumns, insertAttempt } from '@/lib/store/ledger/requests/attempts'
import { type RunRow, setRunNotice, setSlowRequest } from '@/lib/store/ledger/runs/runs'
import { iso, sha256Hex } from '@/lib/store/stored-values'
import { remainingWait, saveClockSkew, saveRequestedWait } from '../environment'
import { credentialIdOf, type OpenConnection } from '../open-connection'
import { backoffDelay, type Ports } from '../ports'
import { bodyHash } from '../register/register-request'
import type { Checkable } from '../rows'
import { withCheckTurn } from './check-turns'

/** The result of a check request, and the attempt that stores it. */
export interface CheckResponse {
  readonly attemptId: string
  readonly result: CheckResult
  /** The service accepted the connection and did not respond in time: the request may be too large for it. */
  readonly isTimeout: boolean
  /** The service named how long to wait before the next request (429 or 503 with Retry-After). */
  readonly isRateLimited: boolean
  /** At least an HTTP status came back. */
  readonly hasResponse: boolean
}

/** Responses of checks are stored as evidence up to this size. */
const MAX_STORED_BYTES = 256 * 1024

/** How often a waiting check looks whether it may continue. */
const POLL_INTERVAL_MS = 500

/** What one check request asks. */
export interface CheckQuestion {
  readonly operation: OperationId
  readonly orders: readonly Checkable[]
  /** Maximum number of check requests on the connection at the same time, of all runs and servers. */
  readonly parallel: number
}

/**
 * Checks orders in one request and retries transient failures with backoff. A check changes nothing at the service, so
 * sending it twice is harmless. A request of several orders that timed out is not repeated: the caller splits it.
 * @param mayContinue called before each try
 * @returns undefined when the run may not continue
 */
export async function checkWithRetry(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
  { operation, orders, parallel }: CheckQuestion,
  mayContinue: () => Promise<boolean>,
): Promise<CheckResponse | undefined> {
  const { maxAttempts, maxWaits } = ports.limits
  const place = { envId: run.env_id, connectionId: run.connection_id, parallel }
  for (let attempt = 1, waits = 0; ; ) {
    await waitForRateLimit(ports, run.env_id, mayContinue)
    if (!(await mayContinue())) return undefined
    const checked = await withCheckTurn(ports, place, mayContinue, () =>
      sendCheck(ports, run, operation, connection, orders),
    )
    if (!checked) return undefined
    if (ports.closing.signal.aborted && !checked.result.ok) return undefined
    const { result } = checked
    if (result.ok || !result.failure.isTransient || (checked.isTimeout && orders.length > 1)) return checked
    const isRateLimited = result.failure.status === 429 || checked.isRateLimited
    if (isRateLimited ? ++waits >= maxWaits : attempt++ >= maxAttempts) return checked
    await ports.sleep(backoffDelay(ports.limits, Math.max(1, isRateLimited ? waits : attempt - 1)))
  }
}

/** Waits as long as the service asked for (Retry-After); checks and registrations share that wait. */
async function waitForRateLimit(ports: Ports, envId: string, mayContinue: () => Promise<boolean>) {
  const { not_before: until } = await ensureEnvironment(ports.database.kysely, envId, ports.now())
  const wait = () => remainingWait(until, ports.now())
  for (let left = wait(); left > 0; left = wait()) {
    await ports.sleep(Math.min(left, POLL_INTERVAL_MS))
    if (!(await mayContinue())) return
  }
}

/** JSON of how a result contradicts the request; null when it does not. */
function anomaliesOf(result: CheckResult): string | null {
  const kind = result.ok ? 'positions' : anomalyKinds[result.failure.code]
  const details = (result.ok ? result.byNumber : result.findings) ?? []
  return kind === undefined ? null : writeAnomalies(details.map(detail => anomaly(kind, detail)))
}

const anomalyKinds: Readonly<Partial<Record<CallFailureCode, Anomaly['kind']>>> = {
  contradictory: 'contradictory',
  other_shape: 'shape',
  does_not_fit: 'misfit',
}

async function sendCheck(
  ports: Ports,
  run: RunRow,
  operation: OperationId,
  connection: OpenConnection,
  orders: readonly Checkable[],
): Promise<CheckResponse> {
  const payloads = orders.map(order => order.payload)
  const body = requestBody(operations[operation].list, payloads)
  const sentAt = iso(ports.now())
  // A stopping process does not wait for a check: a check changes nothing, and another process repeats it.
  const { signal } = ports.closing
  const { now } = ports
  const options = { deadlineMs: ports.limits.checkDeadlineMs, orders: orders.length, signal, now }
  const response = ports.call(operations[operation], body, connection.target, options)
  const evidence = await reportWhenSlow(ports, run.id, options.deadlineMs, response)
  const numbers = orders.map(order => order.mall_order_number)
  const result = readCheckResult(evidence, numbers)
  const attemptId = newId()
  await insertAttempt(ports.database.kysely, {
    ...emptyAttemptColumns,
    ...evidenceColumns(
      { ...evidence, body: evidence.body.subarray(0, MAX_STORED_BYTES) },
      bodyHash(evidence),
    ),
    id: attemptId,
    run_id: run.id,
    env_id: run.env_id,
    origin: new URL(connection.target.baseUrl).origin,
    operation,
    state: 'DONE',
    order_count: orders.length,
    body_sha256: sha256Hex(body),
    owner: ports.bootId,
    owner_pid: ports.pid,
    key_id: credentialIdOf(operations[operation], connection),
    prepared_at: sentAt,
    sending_at: sentAt,
    classified_as: result.ok ? 'checked' : result.failure.code,
    anomalies: anomaliesOf(result),
  })
  const wait = requestedWait(evidence)
  if (wait.waitMs) await saveRequestedWait(ports.database.kysely, run.env_id, wait, ports.now())
  if (result.ok && result.byNumber) {
    const notice: RunNotice = { code: 'by_number', attemptId }
    await setRunNotice(ports.database.kysely, run.id, JSON.stringify(notice))
  }
  await saveClockSkew(ports.database.kysely, run.env_id, evidence)
  return {
    attemptId,
    result,
    isTimeout: !result.ok && result.failure.code === 'timed_out' && evidence.connected,
    isRateLimited: wait.waitMs !== undefined,
    hasResponse: evidence.status !== undefined,
  }
}

/** Waits for a response, and marks the run as slow when that takes long; the mark is only shown. */
async function reportWhenSlow<T>(
  { database, limits, now, report }: Ports,
  runId: string,
  deadlineMs: number,
  response: Promise<T>,
): Promise<T> {
  const since = now()
  const open = { since: iso(since), until: iso(since + deadlineMs) }
  let marking = Promise.resolve()
  const timer = setTimeout(() => {
    marking = setSlowRequest(database.kysely, runId, open).catch(report)
  }, limits.slowAfterMs)
  try {
    return await response
  } finally {
    clearTimeout(timer)
    await marking
    if (now() - since >= limits.slowAfterMs)
      await setSlowRequest(database.kysely, runId, undefined, open.since).catch(report)
  }
}
