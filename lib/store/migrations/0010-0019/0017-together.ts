import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Several people on one draft: what changed since a page read it, who works on it, and whose texts were overwritten.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  for (const column of ['revision', 'floor']) {
    await trx.schema
      .alterTable('draft')
      .addColumn(column, 'integer', to => to.notNull().defaultTo(0))
      .execute()
  }
  await trx.schema
    .alterTable('draft_line')
    .addColumn('revision', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await trx.schema
    .alterTable('draft_line')
    .addColumn('trail', 'text', column => column.notNull().defaultTo('{}'))
    .execute()
  await trx.schema.alterTable('draft_line').addColumn('removed_at', 'text').execute()
  await trx.schema
    .createIndex('draft_line_revision')
    .on('draft_line')
    .columns(['draft_id', 'revision', 'line_id'])
    .execute()
  await trx.schema
    .createTable('draft_sitting')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('seq', 'integer', column => column.notNull())
    .addColumn('answer', 'text', column => column.notNull())
    .addColumn('seen_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_sitting_key', ['draft_id', 'id'])
    .execute()
  await trx.schema
    .createTable('draft_clash')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('texts', 'text', column => column.notNull())
    .addColumn('sitting_id', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('by_operator', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('draft_clash_operator')
    .on('draft_clash')
    .columns(['draft_id', 'operator_id', 'revision'])
    .execute()
}
