import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '../schema'

/** Which numbers of a draft another draft holds: lists of drafts count them without reading any sheet. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('draft_elsewhere')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('scope', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_elsewhere_pk', ['draft_id', 'env_id', 'scope', 'mall_order_number'])
    .execute()
  // A registration finds the drafts that checked the same numbers.
  await trx.schema
    .createIndex('verdict_number')
    .on('verdict')
    .columns(['env_id', 'mall_order_number'])
    .execute()
}
