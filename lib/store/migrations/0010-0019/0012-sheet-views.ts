import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The columns of each sheet as each operator left them, and as saved under names. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('sheet_view')
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('layout', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('sheet_view_key', ['operator_id', 'sheet', 'name'])
    .execute()
}
