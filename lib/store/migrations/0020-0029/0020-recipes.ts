import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Recipes that operators made: how the columns of their files become the columns of a sheet. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('kept_recipe')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('recipe', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('updated_at', 'text', column => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('uses', 'integer', column => column.notNull().defaultTo(0))
    .addUniqueConstraint('kept_recipe_headings', ['sheet', 'fingerprint'])
    .execute()
}
