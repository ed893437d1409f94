import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** A check relies on recent passes instead of sending their orders again: from when on verdicts count then. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('draft_check').addColumn('counts_from', 'text').execute()
}
