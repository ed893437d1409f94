import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Finds files that were imported before, by their digest. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.createIndex('source_digest').on('source').columns(['sha256', 'created_at']).execute()
}
