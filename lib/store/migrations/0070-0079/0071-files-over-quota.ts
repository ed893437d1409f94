import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Which limit keeps a file in the watched folder, and when that was seen last. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('intake_file').addColumn('over_quota', 'text').execute()
  await trx.schema.alterTable('intake_file').addColumn('over_quota_at', 'text').execute()
}
