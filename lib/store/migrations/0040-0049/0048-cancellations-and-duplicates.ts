import 'server-only'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Orders of the ledger that a file of the shop marks as cancelled, and what a person decided about each. For a day,
 * what identifies the recipient and items of an order that is checked or registered.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
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
  await trx.schema
    .createTable('parcel_key')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('parcel', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('parcel_key_pk', ['draft_id', 'env_id', 'mall_order_number'])
    .$call(table => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await trx.schema.createIndex('parcel_key_parcel').on('parcel_key').columns(['env_id', 'parcel']).execute()
  await trx.schema.createIndex('parcel_key_at').on('parcel_key').column('at').execute()
}
