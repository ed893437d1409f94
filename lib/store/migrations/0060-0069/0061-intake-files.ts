import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Files that arrive without a person, and how far each has become a draft (docs/decisions/0100). */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('intake_file')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('identity', 'text', column => column.notNull().unique())
    .addColumn('request_key', 'text', column => column.unique())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('size', 'integer', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text')
    .addColumn('connection_id', 'text')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('reason', 'text')
    .addColumn('counts', 'text')
    .addColumn('check_run', 'text')
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('crashes', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .execute()
  await sql`create index intake_file_open on intake_file (created_at) where state <> 'done'`.execute(trx)
  await sql`create index intake_file_person on intake_file (created_at) where outcome <> 'imported'`.execute(
    trx,
  )
  await trx.schema.createIndex('intake_file_draft').on('intake_file').column('draft_id').execute()
  await trx.schema.createIndex('intake_file_created').on('intake_file').column('created_at').execute()
}
