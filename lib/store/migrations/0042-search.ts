import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * What the search of the desk looks up besides the ledger: lines of drafts and the product master. Both columns start
 * empty, so the indexes are created without any entry; the server fills them in its own time.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  // A large table is still read once for each index, which may take longer than the 60 s of other statements.
  if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
  const bytes = sql.raw(dialect === 'sqlite' ? '' : 'collate "C"')
  for (const column of ['number_key', 'name_key'] as const) {
    await trx.schema.alterTable('draft_line').addColumn(column, 'text').execute()
    await sql`create index ${sql.ref(`draft_line_${column}`)} on draft_line (${sql.ref(column)} ${bytes})
      where ${sql.ref(column)} is not null`.execute(trx)
  }
  await sql`create index product_master_name on product_master (name ${bytes})`.execute(trx)
  if (dialect === 'postgres')
    await sql`create index product_master_code_begins on product_master (lower(code) collate "C")`.execute(
      trx,
    )
  await trx.schema.alterTable('retention').addColumn('lines_to', 'text').execute()
  const { rows } = await sql`select 1 from draft_line limit 1`.execute(trx)
  if (rows.length === 0) return
  await trx.updateTable('retention').set({ lines_to: '', ran_at: null }).where('id', '=', 1).execute()
}
