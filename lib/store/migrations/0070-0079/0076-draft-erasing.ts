import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Until when personal data of a draft is being erased, so that no run of it starts meanwhile. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('draft').addColumn('erasing_until', 'text').execute()
}
