import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Whether drafts are archived or deleted, who edited them last, and how many records they contain. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  for (const column of ['edited_by', 'archived_at', 'archived_by', 'deleted_at', 'deleted_by']) {
    await trx.schema.alterTable('draft').addColumn(column, 'text').execute()
  }
  await trx.schema.alterTable('draft').addColumn('records', 'integer').execute()
  await sql`update draft set edited_by = created_by`.execute(trx)
  // Lists are read newest first, with every sheet or with one.
  await trx.schema.dropIndex('draft_sheet').execute()
  await sql`create index draft_edited on draft (updated_at) where deleted_at is null`.execute(trx)
  await sql`create index draft_sheet_edited on draft (sheet, updated_at) where deleted_at is null`.execute(
    trx,
  )
  await sql`create index ledger_order_unknown on ledger_order (draft_id) where state = 'UNKNOWN'`.execute(trx)
}
