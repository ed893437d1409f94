import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * What the search of the desk looks up besides the ledger: lines of drafts, and names and codes of the product master.
 * The table starts empty, so the migration is quick; the server fills it in its own time.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  const isSqlite = dialect === 'sqlite'
  const bytes = sql.raw(isSqlite ? '' : 'collate "C"')
  await trx.schema
    .createTable('draft_line_search')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('number_key', 'text')
    .addColumn('name_key', 'text')
    .addPrimaryKeyConstraint('draft_line_search_pk', ['draft_id', 'line_id'])
    .$call(table => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  for (const column of ['number_key', 'name_key'] as const) {
    await sql`create index ${sql.ref(`draft_line_${column}`)} on draft_line_search (${sql.ref(column)} ${bytes})
      where ${sql.ref(column)} is not null`.execute(trx)
  }
  await sql`create index product_master_name on product_master (name ${bytes})`.execute(trx)
  if (!isSqlite)
    await sql`create index product_master_code_begins on product_master (lower(code) collate "C")`.execute(
      trx,
    )
  await trx.schema.alterTable('retention').addColumn('lines_to', 'text').execute()
  const { rows } = await sql`select 1 from draft_line limit 1`.execute(trx)
  if (rows.length === 0) return
  await trx.updateTable('retention').set({ lines_to: '', ran_at: null }).where('id', '=', 1).execute()
}
