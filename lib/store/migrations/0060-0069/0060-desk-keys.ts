import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Keys with which programs use the desk (docs/decisions/0099). A key acts as an operator of its own, so that everything
 * it does has a name; such an operator never signs in.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('operator')
    .addColumn('is_program', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await trx.schema
    .createTable('desk_key')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('operator_id', 'text', column => column.notNull().references('operator.id'))
    .addColumn('name', 'text', column => column.notNull().unique())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('kid', 'text', column => column.notNull())
    .addColumn('last4', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute()
}
