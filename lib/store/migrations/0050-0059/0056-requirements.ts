import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** What the service of a connection requires of orders beyond its API. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('requirement')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('column_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('rule', 'text', column => column.notNull())
    .addColumn('severity', 'text', column => column.notNull())
    .addColumn('is_enabled', 'integer', column => column.notNull())
    .addColumn('edited_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('edited_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('requirement_key', ['connection_id', 'sheet', 'column_id', 'kind'])
    .execute()
}
