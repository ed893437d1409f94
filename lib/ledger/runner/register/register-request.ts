import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Evidence } from '@/lib/contract/evidence'
import { withdrawCancelled } from '@/lib/ledger/resolve/shop-cancellations'
import { requestBody } from '@/lib/ledger/rules/prepared'
import { logFault, logNotice } from '@/lib/log/log'
import type { Db } from '@/lib/store/db/database'
import { confirmLease } from '@/lib/store/ledger/environments/leases'
import { newId } from '@/lib/store/ledger/ids'
import { listQueued, type SendableOrder } from '@/lib/store/ledger/orders/orders'
import { transitionOrders } from '@/lib/store/ledger/orders/transition-orders'
import {
  emptyAttemptColumns,
  findAttempt,
  hasOpenAttempt,
  insertAttempt,
  markSending,
  storeEvidence,
} from '@/lib/store/ledger/requests/attempts'
import { findRun, type RunRow } from '@/lib/store/ledger/runs/runs'
import { iso, sha256Hex } from '@/lib/store/stored-values'
import { withRetry } from '../backoff'
import { effectiveLimits } from '../learned-limits'
import { credentialIdOf, type OpenConnection } from '../open-connection'
import { backoffDelay, type Ports } from '../ports'
import { afterLostCommits, hasLostRequests } from '../recovery/restore'
import { judgeAttempt } from '../responses/judge'
import { operationOf } from '../rows'
import { nextHalfOf } from './halving'

/** A request that is claimed and built, and not sent yet. */
interface Claim {
  readonly attemptId: string
  readonly body: string
  readonly orders: readonly SendableOrder[]
}

/**
 * Maximum number of orders in one request, whatever the connection says: so many orders are unknown at once, at most.
 */
const MAX_UNKNOWN_ORDERS = 500

/** Maximum number of records in the next request: the connection limits orders, the operation limits products. */
async function requestSize(ports: Ports, trx: Db, run: RunRow, connection: OpenConnection): Promise<number> {
  const { scope, maxElements } = operationOf(run)
  const sizes = await effectiveLimits(trx, run.connection_id, connection, maxElements, ports.now())
  return Math.min(
    { orders: sizes.register_size, products: sizes.product_size }[scope],
    maxElements,
    MAX_UNKNOWN_ORDERS,
  )
}

/**
 * Sends the next orders of a run: claim (T2), SENDING (T3), send, evidence (T4), outcome (T5); each step is committed
 * before the next.
 * @param ownAttempts gets the attempt while this process works on it, so that the reaper skips it
 * @returns false when the run has no queued order left, or lost its lease
 */
export async function sendNextRequest(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
  ownAttempts: Set<string>,
): Promise<boolean> {
  const attemptId = newId()
  ownAttempts.add(attemptId)
  try {
    const claim = await withRetry(ports, () => claimOrders(ports, run, connection, attemptId))
    if (!claim) return false
    if (claim === 'lost_commits') {
      await afterLostCommits(ports)
      return true
    }
    ports.failpoint('after_claim')
    const deadline = await withRetry(ports, () => commitSending(ports, claim))
    if (deadline === undefined) return true
    ports.lastRequests.set(run.env_id, attemptId)
    ports.failpoint('after_sending')
    const evidence = await sendRequest(ports, run, connection, claim, deadline)
    await storeResponse(ports, claim, evidence)
    ports.failpoint('after_evidence')
    await judgeAttempt(ports, attemptId)
    ports.failpoint('after_outcome')
    return true
  } finally {
    ownAttempts.delete(attemptId)
  }
}

/** The orders of the next request of a run. */
async function nextOrders(
  ports: Ports,
  trx: Db,
  run: RunRow,
  connection: OpenConnection,
): Promise<readonly SendableOrder[]> {
  const limit = await requestSize(ports, trx, run, connection)
  return run.halving === null ? listQueued(trx, run.id, limit) : nextHalfOf(trx, run, limit)
}

const idsOf = (orders: readonly SendableOrder[]): readonly string[] => orders.map(order => order.id)

/**
 * Claims the next orders of a run (T2).
 * @returns undefined when there are none, or the run may not send; `lost_commits` when the queue cannot be trusted
 */
function claimOrders(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
  attemptId: string,
): Promise<Claim | 'lost_commits' | undefined> {
  return ports.database.accept(async trx => {
    // In the transaction of the claim: another database server may take over at any time before it.
    if (await hasLostRequests(ports, trx)) return 'lost_commits'
    if (!(await confirmLease(trx, run.env_id, ports.bootId, run.id))) return undefined
    if ((await findRun(trx, run.id))?.state !== 'running') return undefined
    // The former holder of the lease died, and the reaper has not closed its request yet.
    if (await hasOpenAttempt(trx, run.env_id)) return undefined
    const operation = operationOf(run)
    const at = iso(ports.now())
    let queued = await nextOrders(ports, trx, run, connection)
    while (await withdrawCancelled(trx, idsOf(queued), at)) {
      queued = await nextOrders(ports, trx, run, connection)
    }
    const move = {
      from: 'QUEUED',
      to: 'PREPARED',
      attemptId,
      actor: 'runner',
      reason: 'claimed',
      ofRun: run.id,
      at,
    } as const
    const moved = new Set(await transitionOrders(trx, idsOf(queued), move, { current_attempt: attemptId }))
    const orders = queued.filter(order => moved.has(order.id))
    if (orders.length === 0) return undefined
    const payloads = orders.map(order => order.payload)
    const body = requestBody(operation.list, payloads)
    const attempt = {
      ...emptyAttemptColumns,
      id: attemptId,
      run_id: run.id,
      env_id: run.env_id,
      origin: new URL(connection.target.baseUrl).origin,
      operation: run.operation,
      state: 'PREPARED' as const,
      order_count: orders.length,
      body_sha256: sha256Hex(body),
      body_gz: gzipSync(body),
      owner: ports.bootId,
      owner_pid: ports.pid,
      key_id: credentialIdOf(operation, connection),
      prepared_at: at,
    }
    await insertAttempt(trx, attempt, idsOf(orders))
    ports.failpoint('during_claim')
    return { attemptId, body, orders }
  })
}

/**
 * Commits SENDING, after which the first byte may go out. Safe to repeat when the acknowledgement of the commit was
 * lost: if the attempt is already SENDING and ours, the commit happened. Nothing is sent while that cannot be read.
 * @returns the hard deadline milliseconds since the epoch; undefined when the claim was lost
 */
function commitSending(ports: Ports, { attemptId, orders }: Claim): Promise<number | undefined> {
  return ports.database.write(async trx => {
    const before = await findAttempt(trx, attemptId)
    const isOurs = before?.owner === ports.bootId && before.state === 'SENDING'
    if (isOurs && before.hard_deadline !== null) return Date.parse(before.hard_deadline)
    const now = ports.now()
    const deadline = now + ports.limits.registerDeadlineMs
    if (!(await markSending(trx, attemptId, ports.bootId, iso(now), iso(deadline)))) return undefined
    const move = { from: 'PREPARED', to: 'SENDING', attemptId, actor: 'runner', reason: 'sent' } as const
    const ids = idsOf(orders)
    const moved = await transitionOrders(trx, ids, { ...move, at: iso(now) })
    // An attempt and its orders change together; otherwise the ledger is inconsistent and nothing may be sent.
    if (moved.length !== ids.length) throw new Error(`attempt ${attemptId} does not hold its orders`)
    ports.failpoint('during_sending')
    return deadline
  })
}

function sendRequest(
  ports: Ports,
  run: RunRow,
  connection: OpenConnection,
  claim: Claim,
  deadline: number,
): Promise<Evidence> {
  return ports.call(operationOf(run), claim.body, connection.target, {
    deadlineMs: Math.max(1, deadline - ports.now()),
    notAfter: deadline,
    now: ports.now,
    orders: claim.orders.length,
    idempotencyKey: claim.attemptId,
    onStep: step => ports.failpoint(step),
  })
}

/**
 * How long a response is kept in memory while it cannot be stored, in milliseconds: longer than another database server
 * needs to take over, and shorter than a quarantine.
 */
const RESPONSE_KEPT_MS = 10 * 60_000

/**
 * Stores the response as evidence (T4). If this fails the response is lost, so it is tried for a long time: once another
 * process has closed the request, the response still proves registrations. A database that does not have the request as
 * sent has lost commits, and its queue has orders that were sent.
 */
async function storeResponse(ports: Ports, { attemptId }: Claim, evidence: Evidence): Promise<void> {
  const { database, limits, monotonicNow } = ports
  const end = monotonicNow() + RESPONSE_KEPT_MS
  for (let attempt = 1; ; attempt++) {
    try {
      if (!(await storeEvidence(database.kysely, attemptId, evidence, bodyHash(evidence))))
        await afterLostCommits(ports)
      else if (attempt > 1) logNotice('a response that was kept is stored', { attempt: attemptId })
      return
    } catch (error) {
      if (monotonicNow() > end) throw error
      if (attempt === 1)
        logFault('a response cannot be stored, and is kept until it can', error, { attempt: attemptId })
      await setTimeout(backoffDelay(limits, attempt))
    }
  }
}

/** SHA-256 of the response as far as it was read, even where only a part of it is stored. */
export const bodyHash = ({ body, error }: Evidence): string => error?.cut?.sha256 ?? sha256Hex(body)
