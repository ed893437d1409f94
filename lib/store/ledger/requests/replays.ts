import 'server-only'
import { sql } from 'kysely'
import type { Db } from '@/lib/store/db/database'
import { recordTransitions } from '../orders/transition-orders'
import { isUnknown } from '../orders/unknown-orders'
import { type AttemptRow, insertAttempt } from './attempts'

/** A request with unconfirmed orders, the first request with its key, and how often that was repeated. */
export interface UnconfirmedRequest {
  /** The latest request with the key: the one that the orders refer to. */
  readonly id: string
  readonly runId: string
  readonly connectionId: string
  readonly envId: string
  /** The first request with the key, which is its id. */
  readonly firstId: string
  readonly hardDeadline: string
  readonly replays: number
  /** The deadline of the last repetition; null without one. */
  readonly lastDeadline: string | null
}

/**
 * Closed requests with unconfirmed orders whose bytes are stored, oldest first. Once personal data of one of its orders
 * is erased, the bytes are not those that were sent. Versions before the migration that added repetitions sent no key:
 * their service would execute a repetition as a new request.
 * @param attemptId only this request
 */
export async function listUnconfirmedRequests(db: Db, attemptId?: string): Promise<UnconfirmedRequest[]> {
  const { rows } = await sql<Omit<UnconfirmedRequest, 'replays'> & { replays: number | string }>`
    select a.id, a.run_id as "runId", r.connection_id as "connectionId", a.env_id as "envId", f.id as "firstId",
      f.hard_deadline as "hardDeadline",
      (select count(*) from attempt c where c.replay_of = f.id) as replays,
      case when a.replay_of is null then null else a.hard_deadline end as "lastDeadline"
    from (select distinct current_attempt as id from ledger_order where ${isUnknown}
      ${attemptId === undefined ? sql`` : sql`and current_attempt = ${attemptId}`}) u
    join attempt a on a.id = u.id
    join attempt f on f.id = coalesce(a.replay_of, a.id)
    join run r on r.id = a.run_id
    where a.state = 'DONE' and f.body_gz is not null and f.erased_at is null and f.hard_deadline is not null
      and f.sending_at >= (select applied_at from migration where name = '0053-replays')
    order by f.sending_at`.execute(db)
  return rows.map(row => ({ ...row, replays: Number(row.replays) }))
}

/** An order of a request and of its repetitions. */
export interface ReplayedOrder {
  readonly id: string
  readonly position: number
  readonly number: string
  readonly state: string
  readonly orderId: string | null
  readonly currentAttempt: string | null
  /** Whether a response to a request with this key proved its registration. */
  readonly isProven: boolean
}

/**
 * The orders of a request and its repetitions by position, as they are now; locked until the transaction ends.
 * @param firstId the first request with the key
 */
export async function lockReplayedOrders(db: Db, firstId: string): Promise<ReplayedOrder[]> {
  await sql`
    update ledger_order set state = state
    where id in (select ledger_order_id from attempt_order where attempt_id = ${firstId})`.execute(db)
  return listReplayedOrders(db, firstId)
}

/** The orders of a request and its repetitions by position. @param firstId the first request with the key */
export async function listReplayedOrders(db: Db, firstId: string): Promise<ReplayedOrder[]> {
  const { rows } = await sql<Omit<ReplayedOrder, 'isProven'> & { isProven: number }>`
    select o.id, p.position, o.mall_order_number as number, o.state, o.order_id as "orderId",
      o.current_attempt as "currentAttempt",
      case when exists (
        select 1 from attempt a join attempt_order q on q.attempt_id = a.id and q.position = p.position
        where (a.id = p.attempt_id or a.replay_of = p.attempt_id) and q.outcome = 'REGISTERED'
      ) then 1 else 0 end as "isProven"
    from attempt_order p join ledger_order o on o.id = p.ledger_order_id
    where p.attempt_id = ${firstId} order by p.position`.execute(db)
  return rows.map(row => ({ ...row, isProven: row.isProven === 1 }))
}

/** Whether two requests have the same idempotency key. */
export async function haveSameKey(db: Db, one: string | null, other: string): Promise<boolean> {
  if (one === null) return false
  if (one === other) return true
  const rows = await db
    .selectFrom('attempt')
    .select(['id', 'replay_of'])
    .where('id', 'in', [one, other])
    .execute()
  const [first, second] = rows.map(row => row.replay_of ?? row.id)
  return first !== undefined && first === second
}

/**
 * Stores a repetition as SENDING; the unconfirmed orders refer to it from then on. Call it in the transaction that
 * locked the orders.
 * @param orders all orders of the first request, by position @param at ISO 8601
 */
export async function insertReplay(
  db: Db,
  attempt: AttemptRow,
  orders: readonly ReplayedOrder[],
  at: string,
): Promise<void> {
  await insertAttempt(
    db,
    attempt,
    orders.map(order => order.id),
  )
  const unknown = orders.filter(order => order.state === 'UNKNOWN').map(order => order.id)
  await sql`
    update ledger_order set current_attempt = ${attempt.id}, updated_at = ${at}
    where ${isUnknown} and id in (select ledger_order_id from attempt_order where attempt_id = ${attempt.id})`.execute(
    db,
  )
  await recordTransitions(db, unknown, {
    from: 'UNKNOWN',
    to: 'UNKNOWN',
    attemptId: attempt.id,
    actor: 'runner',
    reason: 'replay_sent',
    at,
  })
}
