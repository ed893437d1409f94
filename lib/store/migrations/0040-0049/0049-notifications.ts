import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Events that people and programs are notified of, where they are sent, and every delivery (docs/decisions/0081). */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('notification_event')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('about', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('body', 'text')
    .addColumn('planned_at', 'text')
    .execute()
  await trx.schema
    .createIndex('notification_event_subject')
    .on('notification_event')
    .columns(['kind', 'subject'])
    .unique()
    .execute()
  await sql`create index notification_event_open on notification_event (at) where planned_at is null`.execute(
    trx,
  )
  await trx.schema
    .createTable('notification_delivery')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('event_id', 'text', column => column.notNull())
    .addColumn('channel', 'text', column => column.notNull())
    .addColumn('target', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_at', 'text', column => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('http_status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('excerpt', 'text')
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('tried_at', 'text')
    .execute()
  await trx.schema
    .createIndex('notification_delivery_target')
    .on('notification_delivery')
    .columns(['event_id', 'channel', 'target'])
    .unique()
    .execute()
  await sql`create index notification_delivery_due on notification_delivery (next_at) where state = 'waiting'`.execute(
    trx,
  )
  await trx.schema
    .createIndex('notification_delivery_created')
    .on('notification_delivery')
    .column('created_at')
    .execute()
  await trx.schema
    .createTable('webhook_endpoint')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('events', 'text', column => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('enabled', 'integer', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createTable('mail_choice')
    .addColumn('operator_id', 'text', column => column.primaryKey())
    .addColumn('events', 'text', column => column.notNull())
    .addColumn('language', 'text', column => column.notNull())
    .addColumn('time_zone', 'text', column => column.notNull())
    .execute()
}
