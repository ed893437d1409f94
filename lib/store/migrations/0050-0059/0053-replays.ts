import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * An unconfirmed request can be sent again with its idempotency key (docs/decisions/0088): the repetition refers to the
 * first request, and a connection says whether its service honours keys.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('attempt').addColumn('replay_of', 'text').execute()
  await sql`create index attempt_replay on attempt (replay_of) where replay_of is not null`.execute(trx)
  await trx.schema
    .alterTable('connection')
    .addColumn('idempotency', 'text', column => column.notNull().defaultTo('off'))
    .execute()
}
