import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** How the embedded service shall misbehave towards a connection; null: not at all. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('connection').addColumn('rehearsal', 'text').execute()
}
