import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The messages of shipping APIs without their values, how often they came, and how operators explain them. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  const key = ['connection_id', 'sheet', 'field', 'code', 'template_hash'] as const
  await trx.schema
    .createTable('api_message')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('code', 'text', column => column.notNull())
    // PostgreSQL has no index entries of 3,000 bytes, which a message may have.
    .addColumn('template_hash', 'text', column => column.notNull())
    .addColumn('template', 'text', column => column.notNull())
    .addColumn('example', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('first_seen_at', 'text', column => column.notNull())
    .addColumn('last_seen_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('api_message_key', [...key])
    .execute()
  await trx.schema
    .createTable('api_explanation')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('code', 'text', column => column.notNull())
    .addColumn('template_hash', 'text', column => column.notNull())
    .addColumn('template', 'text', column => column.notNull())
    .addColumn('en', 'text', column => column.notNull())
    .addColumn('ko', 'text', column => column.notNull())
    .addColumn('ja', 'text', column => column.notNull())
    .addColumn('edited_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('edited_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('api_explanation_key', [...key])
    .execute()
}
