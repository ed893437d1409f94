import 'server-only'
import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import type { Schema } from '@/lib/store/db/schema'
import { batches } from '@/lib/store/db/statements/batches'
import { iso } from '@/lib/store/stored-values'
import { HOUR_MS } from '@/lib/time-units'
import type { NotificationEvent } from './events'
import type { DeliveryChannel, DeliveryProblem, DeliveryState } from './tables'

/** Where an event is sent. */
export interface DeliveryTarget {
  readonly channel: DeliveryChannel
  /** The id of a webhook, or of an operator. */
  readonly target: string
}

/** A delivery that one process may send now. */
export interface ClaimedDelivery extends DeliveryTarget {
  readonly id: string
  /** Finished attempts. */
  readonly attempts: number
  readonly event: NotificationEvent
}

/** The result of an attempt. */
export interface DeliveryResult {
  readonly state: DeliveryState
  /** When it is tried again; set only if the state is `waiting`. */
  readonly nextAt: string
  readonly status: number | null
  readonly problem: DeliveryProblem | null
  /** The beginning of the response. */
  readonly excerpt: string | null
}

/** Stores the deliveries of an event, in the transaction that marks it as planned. */
export async function insertDeliveries(
  trx: DbTransaction,
  eventId: string,
  targets: readonly DeliveryTarget[],
  at: string,
): Promise<void> {
  const rows = targets.map(({ channel, target }) => ({
    id: randomUUID(),
    event_id: eventId,
    channel,
    target,
    state: 'waiting' as const,
    attempts: 0,
    next_at: at,
    created_at: at,
    ...{
      lease_owner: null,
      lease_until: null,
      http_status: null,
      problem: null,
      excerpt: null,
      tried_at: null,
    },
  }))
  for (const batch of batches(rows)) await trx.insertInto('notification_delivery').values(batch).execute()
}

/**
 * Deliveries that are due and that no process is sending, the longest due first.
 * @param channels that this process can send
 * @param busy targets that get no further delivery now, so that a slow one does not hold the others up
 */
export function listDueDeliveries(
  db: Db,
  now: string,
  channels: readonly DeliveryChannel[],
  busy: readonly string[],
  limit: number,
): Promise<Pick<ClaimedDelivery, 'id' | 'channel' | 'target'>[]> {
  return db
    .selectFrom('notification_delivery')
    .select(['id', 'channel', 'target'])
    .where('state', '=', 'waiting')
    .where(hasCome('next_at', now))
    .where('channel', 'in', channels)
    .where(isFree(now))
    .$if(busy.length > 0, query => query.where('target', 'not in', busy))
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

/**
 * Claims a due delivery for a process until `leaseUntil`.
 * @returns undefined if another process claimed or finished it
 */
export async function claimDelivery(
  db: Db,
  id: string,
  owner: string,
  now: string,
  leaseUntil: string,
): Promise<ClaimedDelivery | undefined> {
  const row = await db
    .updateTable('notification_delivery')
    .set({ lease_owner: owner, lease_until: leaseUntil })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(hasCome('next_at', now))
    .where(isFree(now))
    .returning(['id', 'event_id', 'channel', 'target', 'attempts'])
    .executeTakeFirst()
  const event = row && (await findEvent(db, row.event_id))
  return row && event && { id, channel: row.channel, target: row.target, attempts: row.attempts, event }
}

/** Stores the result of an attempt, unless the process lost its claim meanwhile. */
export async function finishAttempt(
  db: Db,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  owner: string,
  result: DeliveryResult,
  at: string,
): Promise<void> {
  await db
    .updateTable('notification_delivery')
    .set({
      state: result.state,
      next_at: result.nextAt,
      http_status: result.status,
      problem: result.problem,
      excerpt: result.excerpt,
      attempts: attempts + 1,
      tried_at: at,
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/**
 * Sends a delivery again as if it was new, whether it arrived, failed or waits.
 * @returns false if there is none with this id, or it is being sent
 */
export async function repeatDelivery(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_delivery')
    .set({ state: 'waiting', attempts: 0, next_at: now, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where(isFree(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives up what waits for a webhook or an operator. */
export async function giveUpWaiting(db: Db, { channel, target }: DeliveryTarget, now: string): Promise<void> {
  await db
    .updateTable('notification_delivery')
    .set({ state: 'failed', next_at: now })
    .where('channel', '=', channel)
    .where('target', '=', target)
    .where('state', '=', 'waiting')
    .where(isFree(now))
    .execute()
}

/**
 * Gives up all waiting deliveries after a backup was restored: they may have arrived since it was made. Administrators
 * can send each again.
 */
export async function giveUpRestored(trx: DbTransaction, now: string): Promise<void> {
  await trx
    .updateTable('notification_delivery')
    .set({ state: 'failed', problem: 'restored', next_at: now, lease_owner: null, lease_until: null })
    .where('state', '=', 'waiting')
    .execute()
}

/** A delivery on a screen. */
export interface ListedDelivery extends DeliveryTarget {
  readonly id: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAt: string
  readonly status: number | null
  readonly problem: DeliveryProblem | null
  readonly excerpt: string | null
  readonly createdAt: string
  readonly triedAt: string | null
  readonly kind: NotificationEvent['kind']
  readonly eventId: string
  /** The URL of the webhook, or the name of the operator; null: deleted. */
  readonly to: string | null
}

/** The newest deliveries. */
export async function listDeliveries(db: Db, limit: number): Promise<ListedDelivery[]> {
  const rows = await db
    .selectFrom('notification_delivery as delivery')
    .innerJoin('notification_event as event', 'event.id', 'delivery.event_id')
    .leftJoin('webhook_endpoint as webhook', 'webhook.id', 'delivery.target')
    .leftJoin('operator', 'operator.id', 'delivery.target')
    .select([
      'delivery.id',
      'delivery.channel',
      'delivery.target',
      'delivery.state',
      'delivery.attempts',
      'delivery.next_at as nextAt',
      'delivery.http_status as status',
      'delivery.problem',
      'delivery.excerpt',
      'delivery.created_at as createdAt',
      'delivery.tried_at as triedAt',
      'event.kind',
      'event.id as eventId',
      'webhook.url',
      'operator.name',
    ])
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id')
    .limit(limit)
    .execute()
  return rows.map(({ url, name, ...row }) => ({ ...row, to: url ?? name }))
}

/** The number of deliveries that wait to be sent, or to be sent again. */
export async function countWaitingDeliveries(db: Db): Promise<number> {
  const row = await db
    .selectFrom('notification_delivery')
    .select(delivery => delivery.fn.countAll().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Deletes deliveries that were created before a time. */
export async function deleteOldDeliveries(db: Db, before: string): Promise<void> {
  await db.deleteFrom('notification_delivery').where('created_at', '<', before).execute()
}

/** Longer than any wait between two attempts and than any lease, in milliseconds. */
const LONGEST_WAIT_MS = 6 * HOUR_MS

type DeliveryParts = ExpressionBuilder<Schema, 'notification_delivery'>

/** Whether a time has come, or is so late that only a clock that was ahead can have written it. */
const hasCome = (column: 'next_at' | 'lease_until', now: string) => (part: DeliveryParts) =>
  part.or([part(column, '<=', now), part(column, '>', iso(Date.parse(now) + LONGEST_WAIT_MS))])

/** Whether no process has a delivery: a claim ends with its lease, even if its process died. */
const isFree = (now: string) => (part: DeliveryParts) =>
  part.or([part('lease_until', 'is', null), hasCome('lease_until', now)(part)])

function findEvent(db: Db, id: string): Promise<NotificationEvent | undefined> {
  return db.selectFrom('notification_event').selectAll().where('id', '=', id).executeTakeFirst()
}
