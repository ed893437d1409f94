import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Scopes of a client, and who created it. Existing clients get both scopes, because they could use both. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('service_client')
    .addColumn('scopes', 'text', column => column.notNull().defaultTo('orders products'))
    .execute()
  await trx.schema.alterTable('service_client').addColumn('created_by', 'text').execute()
}
