import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The runner writes the result of a request in the language of the operator who made it. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('run_request')
    .addColumn('language', 'text', column => column.notNull().defaultTo('en'))
    .execute()
}
