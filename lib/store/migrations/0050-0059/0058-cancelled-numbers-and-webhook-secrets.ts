import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Numbers that a file of the shop marks as cancelled are remembered for a while, also before an order has them, with
 * the draft into which the file was imported: its name is erased with that draft. A webhook can have a new secret
 * beside its old one.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('cancelled_number')
    .addColumn('mall_order_number', 'text', column => column.primaryKey())
    .addColumn('source_name', 'text', column => column.notNull())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('found_at', 'text', column => column.notNull())
    .execute()
  await trx.schema.createIndex('cancelled_number_draft').on('cancelled_number').column('draft_id').execute()
  await trx.schema.createIndex('cancelled_number_found').on('cancelled_number').column('found_at').execute()
  await trx.schema.alterTable('shop_cancellation').addColumn('source_draft_id', 'text').execute()
  await trx.schema.alterTable('webhook_endpoint').addColumn('previous_secret', 'text').execute()
  await trx.schema.alterTable('webhook_endpoint').addColumn('previous_secret_until', 'text').execute()
}
