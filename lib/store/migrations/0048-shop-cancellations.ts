import 'server-only'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Orders of the ledger that a file of the shop marks as cancelled, and what a person decided about each. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('shop_cancellation')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('ledger_order_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('source_name', 'text', column => column.notNull())
    .addColumn('source_digest', 'text', column => column.notNull())
    .addColumn('found_at', 'text', column => column.notNull())
    .addColumn('found_by', 'text', column => column.notNull())
    .addColumn('resolution', 'text')
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by', 'text')
    .execute()
  await sql`create unique index shop_cancellation_open on shop_cancellation (ledger_order_id)
    where resolved_at is null`.execute(trx)
  await trx.schema
    .createIndex('shop_cancellation_order')
    .on('shop_cancellation')
    .column('ledger_order_id')
    .execute()
  await trx.schema
    .createIndex('shop_cancellation_number')
    .on('shop_cancellation')
    .columns(['env_id', 'mall_order_number'])
    .execute()
  await trx.schema
    .createIndex('shop_cancellation_resolved')
    .on('shop_cancellation')
    .column('resolved_at')
    .execute()
}
