import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** What Home counts and the ledger does not store: errors that Lading finds itself, and first checks. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  for (const column of ['errors', 'errors_passed', 'errors_failed']) {
    await trx.schema.alterTable('draft').addColumn(column, 'integer').execute()
  }
  await trx.schema.alterTable('operator').addColumn('first_steps_hidden_at', 'text').execute()
  await trx.schema
    .createTable('draft_check')
    .addColumn('run_id', 'text', column => column.primaryKey())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('withheld', 'integer', column => column.notNull())
    .execute()
  await trx.schema.createIndex('draft_check_at').on('draft_check').column('at').execute()
  await trx.schema.createIndex('draft_check_draft').on('draft_check').columns(['draft_id', 'at']).execute()
  await trx.schema
    .createTable('field_error')
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('found_by', 'text', column => column.notNull())
    .addColumn('column_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('count', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('field_error_pk', ['run_id', 'found_by', 'column_id'])
    .execute()
  await trx.schema.createIndex('field_error_at').on('field_error').column('at').execute()
}
