import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** When the errors of a draft were counted: opening a draft counts them, and edits nothing. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('draft').addColumn('errors_at', 'text').execute()
}
