import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** An alarm may be about numbers that the ledger has no order of. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('ledger_alarm').addColumn('numbers', 'text').execute()
}
