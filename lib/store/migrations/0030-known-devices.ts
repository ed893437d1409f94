import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '../schema'

/** Tries to sign in are counted for known devices by themselves. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('sign_in_attempt').addColumn('device', 'text').execute()
  await trx.schema
    .createIndex('sign_in_attempt_device')
    .on('sign_in_attempt')
    .columns(['device', 'tried_at'])
    .execute()
}
