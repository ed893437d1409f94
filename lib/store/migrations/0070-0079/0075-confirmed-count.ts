import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The count that was confirmed for a run. Its request, which has the count as well, is deleted after a day. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('run').addColumn('confirmed', 'integer').execute()
}
