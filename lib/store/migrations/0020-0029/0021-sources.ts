import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Files that drafts came from: their bytes in parts, and their rows, so that a cell is traced without reading a file.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`
  await trx.schema
    .createTable('source')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('size', 'integer', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('encoding', 'text')
    .addColumn('delimiter', 'text')
    .addColumn('parts', 'integer', column => column.notNull())
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('kept_at', 'text')
    .addColumn('erased_at', 'text')
    .execute()
  await trx.schema
    .createIndex('source_draft')
    .on('source')
    .columns(['draft_id', 'created_at', 'id'])
    .execute()
  await trx.schema
    .createTable('source_part')
    .addColumn('source_id', 'text', column => column.notNull().references('source.id'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('bytes', bytes, column => column.notNull())
    .addPrimaryKeyConstraint('source_part_place', ['source_id', 'position'])
    .execute()
  await trx.schema
    .createTable('source_table')
    .addColumn('source_id', 'text', column => column.notNull().references('source.id'))
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('header', 'integer', column => column.notNull())
    .addColumn('headings', 'text', column => column.notNull())
    .addColumn('recipe', 'text', column => column.notNull())
    .addColumn('fed', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('source_table_place', ['source_id', 'position'])
    .execute()
  await trx.schema
    .createTable('source_rows')
    .addColumn('source_id', 'text', column => column.notNull().references('source.id'))
    .addColumn('table_at', 'integer', column => column.notNull())
    .addColumn('first', 'integer', column => column.notNull())
    .addColumn('last', 'integer', column => column.notNull())
    .addColumn('rows', bytes, column => column.notNull())
    .addPrimaryKeyConstraint('source_rows_place', ['source_id', 'table_at', 'first'])
    .execute()
}
