import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Products that the embedded service has registered, and how often it has registered any. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('service_product')
    .addColumn('client_id', 'text', column => column.notNull().references('service_client.id'))
    .addColumn('shop_product_id', 'text', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('registered_at', 'text', column => column.notNull())
    .addColumn('updated_at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('service_product_pk', ['client_id', 'shop_product_id'])
    .execute()
  await trx.insertInto('service_sequence').values({ name: 'product', value: 0 }).execute()
}
