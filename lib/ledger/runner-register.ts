import 'server-only'
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Evidence } from '@/lib/contract/evidence'
import {
  findAttempt,
  hasOpenAttempt,
  insertAttempt,
  markSending,
  storeEvidence,
  unsent,
} from '@/lib/store/attempts'
import type { Handle } from '@/lib/store/database'
import { newId } from '@/lib/store/ids'
import { type LedgerOrderRow, listOrders, moveOrders } from '@/lib/store/ledger'
import { keepsLease } from '@/lib/store/ledger-environments'
import { findRun, type RunRow } from '@/lib/store/runs'
import { bodyOf } from './prepared'
import { nextHalfOf } from './runner-halving'
import { allowed } from './runner-limits'
import { type Door, iso, type Ports } from './runner-ports'
import { keyIdOf, operationOf } from './runner-rows'
import { settle } from './runner-settle'
import { patiently } from './runner-storage'

/** A request that is about to be sent: claimed, frozen, not on the wire. */
interface Claim {
  readonly attemptId: string
  readonly body: string
  readonly orders: readonly LedgerOrderRow[]
}

/** Never more than this in one request, whatever the connection says: it is the most that may be in doubt. */
const MOST_IN_DOUBT = 500

/** Orders fall together, so the connection says how many share that lot; of products the operation takes so many. */
async function sizeOf(ports: Ports, trx: Handle, run: RunRow, door: Door): Promise<number> {
  const { scope, most } = operationOf(run)
  const sizes = await allowed(trx, run.connection_id, door, most, ports.now())
  return Math.min({ orders: sizes.register_size, products: sizes.product_size }[scope], most, MOST_IN_DOUBT)
}

/**
 * Sends the next orders of a run: claim (T2), mark (T3), send, evidence (T4), outcome (T5), each committed
 * before the next.
 * @param mine gets the attempt while this process works on it, so that the reaper leaves it alone
 * @returns false when the run has nothing left to send, or it is not ours any more
 */
export async function registerNext(
  ports: Ports,
  run: RunRow,
  door: Door,
  mine: Set<string>,
): Promise<boolean> {
  const attemptId = newId()
  mine.add(attemptId)
  try {
    const claim = await patiently(ports, () => prepare(ports, run, door, attemptId))
    if (!claim) return false
    ports.fail('after_claim')
    const deadline = await patiently(ports, () => mark(ports, claim))
    if (deadline === undefined) return true
    ports.fail('after_sending')
    const evidence = await send(ports, run, door, claim, deadline)
    await keep(ports, claim, evidence)
    ports.fail('after_evidence')
    await settle(ports, attemptId)
    ports.fail('after_outcome')
    return true
  } finally {
    mine.delete(attemptId)
  }
}

/** The orders of the next request of a run. */
async function nextOrders(ports: Ports, trx: Handle, run: RunRow, door: Door): Promise<LedgerOrderRow[]> {
  const most = await sizeOf(ports, trx, run, door)
  return run.halving === null ? listOrders(trx, run.id, 'QUEUED', most) : nextHalfOf(trx, run, most)
}

function prepare(ports: Ports, run: RunRow, door: Door, attemptId: string): Promise<Claim | undefined> {
  return ports.database.accept(async trx => {
    if (!(await keepsLease(trx, run.env_id, ports.bootId, run.id))) return undefined
    if ((await findRun(trx, run.id))?.state !== 'running') return undefined
    // The lease came from a process that is gone, and the reaper has not looked at its request yet.
    if (await hasOpenAttempt(trx, run.env_id)) return undefined
    const operation = operationOf(run)
    const queued = await nextOrders(ports, trx, run, door)
    const at = iso(ports.now())
    const move = {
      from: 'QUEUED',
      to: 'PREPARED',
      attemptId,
      actor: 'runner',
      reason: 'claimed',
      at,
    } as const
    const ids = queued.map(order => order.id)
    const moved = new Set(await moveOrders(trx, ids, move, { current_attempt: attemptId }))
    const orders = queued.filter(order => moved.has(order.id))
    if (orders.length === 0) return undefined
    const payloads = orders.map(order => order.payload)
    const body = bodyOf(operation.list, payloads)
    const attempt = {
      ...unsent,
      id: attemptId,
      run_id: run.id,
      env_id: run.env_id,
      origin: new URL(door.target.baseUrl).origin,
      operation: run.operation,
      state: 'PREPARED' as const,
      order_count: orders.length,
      body_sha256: sha256(body),
      body_gz: gzipSync(body),
      owner: ports.bootId,
      owner_pid: ports.pid,
      key_id: keyIdOf(operation, door),
      prepared_at: at,
    }
    await insertAttempt(
      trx,
      attempt,
      orders.map(order => order.id),
    )
    ports.fail('during_claim')
    return { attemptId, body, orders }
  })
}

/**
 * The step after which bytes may go out. When the storage does not say whether it took it, the attempt is read again:
 * if it is ours and SENDING, it was taken; nothing is sent as long as that cannot be read.
 * @returns the hard deadline, milliseconds since the epoch; undefined when the claim was lost meanwhile
 */
function mark(ports: Ports, { attemptId, orders }: Claim): Promise<number | undefined> {
  return ports.database.write(async trx => {
    const before = await findAttempt(trx, attemptId)
    const isOurs = before?.owner === ports.bootId && before.state === 'SENDING'
    if (isOurs && before.hard_deadline !== null) return Date.parse(before.hard_deadline)
    const now = ports.now()
    const deadline = now + ports.limits.registerDeadline
    if (!(await markSending(trx, attemptId, ports.bootId, iso(now), iso(deadline)))) return undefined
    const move = { from: 'PREPARED', to: 'SENDING', attemptId, actor: 'runner', reason: 'sent' } as const
    const ids = orders.map(order => order.id)
    const moved = await moveOrders(trx, ids, { ...move, at: iso(now) })
    // An attempt and its orders move together, or the ledger is broken and nothing may be sent.
    if (moved.length !== ids.length) throw new Error(`attempt ${attemptId} does not hold its orders`)
    ports.fail('during_sending')
    return deadline
  })
}

function send(ports: Ports, run: RunRow, door: Door, claim: Claim, deadline: number): Promise<Evidence> {
  return ports.call(operationOf(run), claim.body, door.target, {
    deadlineMs: Math.max(1, deadline - ports.now()),
    notAfter: deadline,
    orders: claim.orders.length,
    onStep: step => ports.fail(step),
  })
}

/** A known answer is lost if this fails, so it is tried for as long as a short trouble of the storage lasts. */
async function keep(ports: Ports, { attemptId }: Claim, evidence: Evidence): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await storeEvidence(ports.database.kysely, attemptId, evidence, hashOf(evidence))
      return
    } catch (error) {
      if (attempt === 4) throw error
      await setTimeout(attempt * 500)
    }
  }
}

/** Of the response as far as it was read, also where not all of that is kept. */
export const hashOf = ({ body, error }: Evidence): string => error?.cut?.sha256 ?? sha256(body)

/** Lower-case hex. */
export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
