import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The result of a press is worded by the runner, in the language of the operator who pressed. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('run_request')
    .addColumn('language', 'text', column => column.notNull().defaultTo('en'))
    .execute()
}
