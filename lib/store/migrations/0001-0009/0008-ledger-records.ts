import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The ledger takes products beside orders, and orders whose check takes another form than their registration. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  // Before this migration there were only orders, and checks only of orders to Japan.
  await trx.schema
    .alterTable('ledger_order')
    .addColumn('scope', 'text', column => column.notNull().defaultTo('orders'))
    .execute()
  await trx.schema.alterTable('ledger_order').addColumn('checked_payload', 'text').execute()
  await trx.schema.alterTable('ledger_order').addColumn('checked_sha256', 'text').execute()
  await trx.schema
    .alterTable('verdict')
    .addColumn('variant', 'text', column => column.notNull().defaultTo('japan'))
    .execute()
  // The number of an order and the id of a product are different things, though they may read the same.
  await trx.schema.dropIndex('ledger_order_held').execute()
  await sql`create unique index ledger_order_held on ledger_order (env_id, scope, mall_order_number)
    where state in ('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED')`.execute(trx)
  await trx.schema.dropIndex('ledger_order_number').execute()
  await trx.schema
    .createIndex('ledger_order_number')
    .on('ledger_order')
    .columns(['env_id', 'scope', 'mall_order_number'])
    .execute()
}
