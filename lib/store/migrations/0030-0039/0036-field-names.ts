import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** What the service of a connection calls a column, as an operator said. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('field_name')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('column_id', 'text', column => column.notNull())
    .addColumn('assigned_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('assigned_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('field_name_key', ['connection_id', 'sheet', 'field'])
    .execute()
}
