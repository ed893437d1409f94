import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Stores which lines each order was made of, so that a save looks up only its own lines. */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema
    .createTable('ledger_order_line')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('ledger_order_id', 'text', column => column.notNull().references('ledger_order.id'))
    .addPrimaryKeyConstraint('ledger_order_line_pk', ['draft_id', 'line_id', 'ledger_order_id'])
    .$call(table => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  const lines =
    dialect === 'sqlite'
      ? sql`json_each(ledger_order.line_ids)`
      : sql`json_array_elements_text(ledger_order.line_ids::json)`
  await sql`insert into ledger_order_line (draft_id, line_id, ledger_order_id)
    select distinct ledger_order.draft_id, line.value, ledger_order.id
    from ledger_order, ${lines} as line`.execute(trx)
}
