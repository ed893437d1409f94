import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The address of an order in the console of a connection's shipping company. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('connection')
    .addColumn('console_link', 'text', column => column.notNull().defaultTo(''))
    .execute()
}
