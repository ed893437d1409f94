import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The responses to registrations that had an idempotency key. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('service_outcome')
    .addColumn('client_id', 'text', column => column.notNull().references('service_client.id'))
    .addColumn('operation', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('body_sha256', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('service_outcome_pk', ['client_id', 'operation', 'key'])
    .execute()
  await trx.schema.createIndex('service_outcome_at').on('service_outcome').column('at').execute()
}
