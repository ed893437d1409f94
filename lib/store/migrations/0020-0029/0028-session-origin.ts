import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Where a session was started, so that its owner recognises it, and when its password was last proven. Sessions that
 * exist already have neither: the first protected act in them asks for the password.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  for (const column of ['address', 'user_agent', 'proved_at']) {
    await trx.schema.alterTable('session').addColumn(column, 'text').execute()
  }
}
