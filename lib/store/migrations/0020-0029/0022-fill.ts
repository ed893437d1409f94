import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The product master and presets, from which blank cells of an import are filled. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('product_master')
    .addColumn('code', 'text', column => column.primaryKey())
    .addColumn('parent', 'text')
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('fields', 'text', column => column.notNull())
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.references('operator.id'))
    .execute()
  await trx.schema
    .createTable('product_master_progress')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('at', 'text', column => column.notNull())
    .execute()
  await trx.insertInto('product_master_progress').values({ id: 'registered', at: '' }).execute()
  await trx.schema
    .createTable('fill_preset')
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('texts', 'text', column => column.notNull())
    .addColumn('is_default', 'integer', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull().references('operator.id'))
    .addPrimaryKeyConstraint('fill_preset_key', ['sheet', 'name'])
    .execute()
  // Finds what was registered since a time without reading the whole ledger.
  await sql`create index ledger_registered_products on ledger_order (updated_at, id)
    where scope = 'products' and state = 'REGISTERED'`.execute(trx)
}
