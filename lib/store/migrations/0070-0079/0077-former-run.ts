import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** From which halted run an order was taken over, so that a run that does not start gives it back. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('ledger_order').addColumn('former_run_id', 'text').execute()
}
