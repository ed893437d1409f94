import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '@/lib/store/db/database'
import type { NotificationEventTable } from './tables'

export type NotificationEvent = Selectable<NotificationEventTable>

/** What is known when an event happens. */
export interface NewEvent {
  readonly kind: NotificationEvent['kind']
  readonly subject: string
  /** JSON. It names no recipient. */
  readonly about: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * Stores an event in the transaction that makes it true, so that no crash loses it. The same kind about the same
 * subject is stored once.
 */
export async function recordEvent(trx: DbTransaction, event: NewEvent): Promise<void> {
  await trx
    .insertInto('notification_event')
    .values({ ...event, id: newEventId(), body: null, planned_at: null })
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** `evt_` and 32 hex digits: webhook ids must not contain a dot. */
export const newEventId = (): string => `evt_${randomUUID().replaceAll('-', '')}`

/** Stores an event whose deliveries the caller stores in the same transaction. */
export async function insertPlannedEvent(
  trx: DbTransaction,
  event: NewEvent & { readonly id: string; readonly body: string },
): Promise<void> {
  await trx
    .insertInto('notification_event')
    .values({ ...event, planned_at: event.at })
    .execute()
}

/** Events whose deliveries are not stored yet, oldest first. */
export function listUnplannedEvents(db: Db, limit: number): Promise<NotificationEvent[]> {
  return db
    .selectFrom('notification_event')
    .selectAll()
    .where('planned_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/** Deletes the events before a time, ISO 8601, whose deliveries are not stored yet. */
export async function dropUnplannedEvents(trx: DbTransaction, before: string): Promise<void> {
  await trx
    .deleteFrom('notification_event')
    .where('planned_at', 'is', null)
    .where('at', '<', before)
    .execute()
}

/** Marks an event as planned. @returns false if another process did before */
export async function markPlanned(
  trx: DbTransaction,
  id: string,
  body: string | null,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('notification_event')
    .set({ body, planned_at: at })
    .where('id', '=', id)
    .where('planned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Deletes planned events before a time that have no delivery left. Expiring credentials stay: they are what prevents a
 * second notice.
 */
export async function deleteOldEvents(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('notification_event')
    .where('at', '<', before)
    .where('planned_at', 'is not', null)
    .where('kind', '!=', 'credentials.expiring')
    .where(part =>
      part.not(
        part.exists(
          part
            .selectFrom('notification_delivery')
            .select('notification_delivery.id')
            .whereRef('notification_delivery.event_id', '=', 'notification_event.id'),
        ),
      ),
    )
    .execute()
}
