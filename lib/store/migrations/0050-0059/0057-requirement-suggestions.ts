import 'server-only'
import type { Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Which checked orders services rejected because of which fields, and the requirements that this suggests. */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema
    .createTable('rejected_field')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('field', 'text', column => column.notNull())
    .addColumn('form_id', dialect === 'sqlite' ? 'integer' : 'bigint', column => column.notNull())
    .addColumn('item', 'integer', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('rejected_field_key', ['connection_id', 'sheet', 'field', 'form_id', 'item'])
    .execute()
  await trx.schema
    .createTable('requirement_suggestion')
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('column_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('rule', 'text', column => column.notNull())
    .addColumn('orders', 'integer', column => column.notNull())
    .addColumn('examples', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('dismissed_by', 'text', column => column.references('operator.id'))
    .addPrimaryKeyConstraint('requirement_suggestion_key', ['connection_id', 'sheet', 'column_id', 'kind'])
    .execute()
}
