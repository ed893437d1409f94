import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Attempts to sign in are counted separately for known devices, and stored files by their bytes. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('sign_in_attempt').addColumn('device', 'text').execute()
  await trx.schema
    .createIndex('sign_in_attempt_device')
    .on('sign_in_attempt')
    .columns(['device', 'tried_at'])
    .execute()
  await trx.schema
    .alterTable('source')
    .addColumn('stored', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await sql`update source set stored =
    coalesce((select sum(length(bytes)) from source_part where source_id = source.id), 0) +
    coalesce((select sum(length(rows)) from source_rows where source_id = source.id), 0)`.execute(trx)
}
