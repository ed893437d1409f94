import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Corrections that operators had Lading remember: they are applied to imports, in the order of `position`. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('import_rule')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('topic', 'text', column => column.notNull().unique())
    .addColumn('is_enabled', 'integer', column => column.notNull())
    .addColumn('rule', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('updated_at', 'text', column => column.notNull())
    .execute()
}
