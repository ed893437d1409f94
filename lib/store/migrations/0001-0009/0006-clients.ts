import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** What a client may do, and who made it. Clients that were there before keep what they could: both. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('service_client')
    .addColumn('scopes', 'text', column => column.notNull().defaultTo('orders products'))
    .execute()
  await trx.schema.alterTable('service_client').addColumn('created_by', 'text').execute()
}
