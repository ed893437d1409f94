import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * A draft has one connection for everyone; drafts that were checked or registered get that of their last run. One
 * connection can be the one on which new drafts start.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('draft').addColumn('connection_id', 'text').execute()
  await trx.schema
    .alterTable('connection')
    .addColumn('is_default', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update draft set connection_id = (
      select r.connection_id from run r where r.draft_id = draft.id order by r.started_at desc, r.id desc limit 1
    )`.execute(trx)
}
