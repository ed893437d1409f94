import 'server-only'
import { gunzipSync } from 'node:zlib'
import { registerJapanOrders } from '@/lib/contract/operations'
import { replayDueAt } from '@/lib/ledger/rules/replay'
import type { Db } from '@/lib/store/db/database'
import { findEnvironment, lockEnvironments } from '@/lib/store/ledger/environments/environments'
import { findPause } from '@/lib/store/ledger/environments/scopes'
import { newId } from '@/lib/store/ledger/ids'
import { listCancelledOrders } from '@/lib/store/ledger/orders/shop-cancellations'
import {
  type AttemptRow,
  emptyAttemptColumns,
  findAttempt,
  hasOpenAttempt,
  storeEvidence,
} from '@/lib/store/ledger/requests/attempts'
import {
  insertReplay,
  listReplayedOrders,
  listUnconfirmedRequests,
  lockReplayedOrders,
  type UnconfirmedRequest,
} from '@/lib/store/ledger/requests/replays'
import { iso } from '@/lib/store/stored-values'
import { withRetry } from '../backoff'
import { remainingWait } from '../environment'
import { credentialIdOf, credentialProblem, type OpenConnection } from '../open-connection'
import type { Ports } from '../ports'
import { afterLostCommits, hasLostRequests } from '../recovery/restore'
import { judgeAttempt } from '../responses/judge'
import { operationOf } from '../rows'
import { bodyHash } from './register-request'

/** How often a process looks for requests to repeat. */
const POLL_INTERVAL_MS = 10_000

/** A repetition that is stored as SENDING. */
interface Replay {
  readonly attempt: AttemptRow
  readonly body: string
  readonly deadline: number
}

/**
 * Sends unconfirmed requests again, with the key and the bytes of the first request, to services that honour keys
 * (docs/decisions/0088). The orders stay UNKNOWN until a response proves their state.
 */
export class Replays {
  private working: Promise<void> | undefined
  private polledAt = Number.NEGATIVE_INFINITY

  /** @param ownAttempts gets each repetition while it is under way, so that the reaper skips it */
  constructor(
    private readonly ports: Ports,
    private readonly ownAttempts: Set<string>,
  ) {}

  /** Whether a repetition is under way in this process. */
  get isBusy(): boolean {
    return this.working !== undefined
  }

  /** Waits for the repetition under way. */
  async settled(): Promise<void> {
    await this.working
  }

  /** Looks for requests that are due, unless it did lately, and repeats them one after another. */
  poll(): void {
    const { ports } = this
    const now = ports.monotonicNow()
    const interval = Math.min(POLL_INTERVAL_MS, ports.limits.replayBackoffMs)
    if (this.working || now - this.polledAt < interval || !ports.database.hasRoom()) return
    this.polledAt = now
    this.working = this.replayAll()
      .catch(error => ports.report(error))
      .finally(() => {
        this.working = undefined
      })
  }

  private async replayAll(): Promise<void> {
    const { ports } = this
    // Opening a connection decrypts its credentials, so one without keys is opened once in a look.
    const withoutKeys = new Set<string>()
    for (const request of await listUnconfirmedRequests(ports.database.kysely)) {
      if (ports.closing.signal.aborted) return
      if (withoutKeys.has(request.connectionId)) continue
      const due = replayTime(request, ports)
      if (due === undefined || due > ports.now()) continue
      const connection = await ports.resolveConnection(request.connectionId)
      if (connection?.honoursKeys) await this.replay(request, connection)
      else withoutKeys.add(request.connectionId)
    }
  }

  private async replay(request: UnconfirmedRequest, connection: OpenConnection): Promise<void> {
    const { ports, ownAttempts } = this
    const id = newId()
    ownAttempts.add(id)
    try {
      const replay = await withRetry(ports, () => claimReplay(ports, request, connection, id))
      if (!replay) return
      if (replay === 'lost_commits') return await afterLostCommits(ports)
      const { attempt, body, deadline } = replay
      ports.lastRequests.set(request.envId, id)
      const evidence = await ports.call(operationOf(attempt), body, connection.target, {
        deadlineMs: Math.max(1, deadline - ports.now()),
        notAfter: deadline,
        now: ports.now,
        orders: attempt.order_count,
        idempotencyKey: request.firstId,
        onStep: step => ports.failpoint(step),
      })
      const isStored = await withRetry(ports, () =>
        storeEvidence(ports.database.kysely, attempt.id, evidence, bodyHash(evidence)),
      )
      if (isStored) await judgeAttempt(ports, attempt.id)
      else await afterLostCommits(ports)
    } finally {
      ownAttempts.delete(id)
    }
  }
}

/** When a request is repeated by the shared clock, milliseconds since the epoch; undefined: a person must decide. */
const replayTime = (
  request: UnconfirmedRequest,
  ports: Pick<Ports, 'limits' | 'now'>,
): number | undefined => {
  // A previous version stored only deadlines by the clock of the database.
  const sentAt = (deadline: string) => Date.parse(deadline) - ports.limits.registerDeadlineMs
  return replayDueAt(
    {
      firstSentAt: sentAt(request.hardDeadline),
      hardDeadline: Date.parse(request.hardDeadline),
      replays: request.replays,
      lastSentAt: request.lastDeadline === null ? undefined : sentAt(request.lastDeadline),
    },
    ports.limits,
    ports.now(),
  )
}

/**
 * When an unconfirmed request is sent again, milliseconds since the epoch; undefined: it is not, a person must decide.
 */
export async function nextReplay(ports: Ports, attemptId: string): Promise<number | undefined> {
  const { kysely } = ports.database
  const [request] = await listUnconfirmedRequests(kysely, attemptId)
  const connection = request && (await ports.resolveConnection(request.connectionId))
  const first = request && (await findAttempt(kysely, request.firstId))
  if (!request || !first || !connection?.honoursKeys || !honoursKey(first, connection)) return undefined
  if (await hasCancelledOrder(kysely, await listReplayedOrders(kysely, request.firstId))) return undefined
  const due = replayTime(request, ports)
  return due === undefined ? undefined : Math.max(due, ports.now())
}

/**
 * Stores a repetition as SENDING, if its orders are still unconfirmed and nothing else is sent to the environment. Safe
 * to repeat when the acknowledgement of the commit was lost.
 * @returns undefined when it must not be sent now; `lost_commits` when the database lacks the last request
 */
function claimReplay(
  ports: Ports,
  request: UnconfirmedRequest,
  connection: OpenConnection,
  id: string,
): Promise<Replay | 'lost_commits' | undefined> {
  return ports.database.accept(async trx => {
    // This process remembers the repetition in place of its last request, whose loss it would then not notice.
    if (await hasLostRequests(ports, trx)) return 'lost_commits'
    await lockEnvironments(trx, [request.envId])
    const first = await findAttempt(trx, request.firstId)
    if (!first?.body_gz || first.erased_at !== null) return undefined
    const body = gunzipSync(first.body_gz).toString()
    const before = await findAttempt(trx, id)
    if (before?.hard_deadline) return { attempt: before, body, deadline: Date.parse(before.hard_deadline) }
    if (!honoursKey(first, connection)) return undefined
    if (!(await mayBeSent(ports, trx, first, request.connectionId, connection))) return undefined
    const orders = await lockReplayedOrders(trx, request.firstId)
    const isStillMeant = orders.every(
      ({ state, currentAttempt }) =>
        state === 'REGISTERED' || (state === 'UNKNOWN' && currentAttempt === request.id),
    )
    // A number that a person has freed may be registered by another request: the repetition would register it too.
    if (!isStillMeant || !orders.some(order => order.state === 'UNKNOWN')) return undefined
    if (await hasCancelledOrder(trx, orders)) return undefined
    const now = ports.now()
    const deadline = now + ports.limits.registerDeadlineMs
    const attempt: AttemptRow = {
      ...emptyAttemptColumns,
      id,
      run_id: first.run_id,
      env_id: first.env_id,
      origin: first.origin,
      operation: first.operation,
      state: 'SENDING',
      order_count: first.order_count,
      body_sha256: first.body_sha256,
      owner: ports.bootId,
      owner_pid: ports.pid,
      key_id: first.key_id,
      replay_of: first.id,
      prepared_at: iso(now),
      sending_at: iso(now),
      hard_deadline: iso(deadline),
    }
    await insertReplay(trx, attempt, orders, iso(now))
    return { attempt, body, deadline }
  })
}

/**
 * Whether the service is known to honour the key of the first request: a key belongs to the client that used it. The
 * embedded service knows the desk as one client at any address and with any token.
 */
function honoursKey(first: AttemptRow, connection: OpenConnection): boolean {
  if (connection.envId !== first.env_id) return false
  if (connection.isEmbedded) return true
  // The test of a service proves it for this operation only (lib/client/probe-idempotency.ts).
  if (first.operation !== registerJapanOrders.id) return false
  return (
    new URL(connection.target.baseUrl).origin === first.origin &&
    credentialIdOf(operationOf(first), connection) === first.key_id
  )
}

/**
 * Whether the shop cancelled one of the orders: if the first request was not executed, the repetition
 * would register it.
 */
const hasCancelledOrder = async (db: Db, orders: readonly { readonly id: string }[]): Promise<boolean> =>
  (
    await listCancelledOrders(
      db,
      orders.map(order => order.id),
    )
  ).size > 0

/** Whether a request may be sent to the environment now. */
async function mayBeSent(
  ports: Ports,
  trx: Db,
  first: AttemptRow,
  connectionId: string,
  connection: OpenConnection,
): Promise<boolean> {
  const operation = operationOf(first)
  const now = ports.now()
  if (credentialProblem(operation, connection.target, now)) return false
  const environment = await findEnvironment(trx, first.env_id)
  if (!environment || environment.restored_at !== null) return false
  if (remainingWait(environment.not_before, now) > 0) return false
  const paused = await findPause(trx, first.env_id, operation.scope, connectionId)
  return paused === undefined && !(await hasOpenAttempt(trx, first.env_id))
}
