import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * Check requests that are under way or wait for their turn, so that all runs of all servers together keep to the number
 * that a connection allows at the same time.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('check_turn')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('granted', 'integer', column => column.notNull())
    .execute()
  await trx.schema.createIndex('check_turn_connection').on('check_turn').column('connection_id').execute()
}
