import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * What lists of drafts and Home count besides: recent passes that a check relies on instead of sending their orders
 * again, and lines with a dispatch limit of their shop.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema.alterTable('draft_check').addColumn('counts_from', 'text').execute()
  await trx.schema
    .createTable('draft_line_due')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('due_on', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_line_due_pk', ['draft_id', 'line_id'])
    .$call(table => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await trx.schema
    .createIndex('draft_line_due_on')
    .on('draft_line_due')
    .columns(['due_on', 'draft_id'])
    .execute()
}
