import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * What a run waits for is kept, so that every screen can say it: a wait that a service asked for, a late response. So
 * is what is to be known of a run that went on all the same.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('ledger_environment').addColumn('asked_until', 'text').execute()
  await trx.schema.alterTable('run').addColumn('slow_since', 'text').execute()
  await trx.schema.alterTable('run').addColumn('slow_until', 'text').execute()
  await trx.schema.alterTable('run').addColumn('notice', 'text').execute()
}
