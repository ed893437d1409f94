import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Drafts, and their lines as texts. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('draft')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .execute()
  await trx.schema.createIndex('draft_sheet').on('draft').columns(['sheet', 'updated_at']).execute()
  await trx.schema
    .createTable('draft_line')
    .addColumn('draft_id', 'text', column => column.notNull().references('draft.id').onDelete('cascade'))
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('rank', 'double precision', column => column.notNull())
    .addColumn('texts', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_line_key', ['draft_id', 'line_id'])
    .execute()
}
