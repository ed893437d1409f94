import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Stores what a run waits for, so that every screen can show it: a wait that a service asked for, a late response. Also
 * stores notices about runs that continued nevertheless.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('ledger_environment').addColumn('asked_until', 'text').execute()
  await trx.schema.alterTable('run').addColumn('slow_since', 'text').execute()
  await trx.schema.alterTable('run').addColumn('slow_until', 'text').execute()
  await trx.schema.alterTable('run').addColumn('notice', 'text').execute()
}
