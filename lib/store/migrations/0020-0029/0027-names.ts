import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Orders are found by a part of the recipient's name through an index of parts of names. Names of orders that are there
 * already are read again by the server, in its own time, the newest first.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  const isSqlite = dialect === 'sqlite'
  await trx.schema.dropTable('order_recipient').execute()
  await trx.schema
    .createTable('order_recipient')
    .addColumn('seq', isSqlite ? 'integer' : 'bigserial', column => column.primaryKey())
    .addColumn('ledger_order_id', 'text', column => column.notNull().unique().references('ledger_order.id'))
    .addColumn('folded', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createTable('recipient_gram')
    .addColumn('gram', 'text', column => column.notNull())
    .addColumn('seq', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('recipient_gram_pk', ['gram', 'seq'])
    .$call(table => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  const { rows } = await sql`select 1 from ledger_order limit 1`.execute(trx)
  const change = rows.length === 0 ? { named_to: null } : { named_to: '', ran_at: null }
  await trx.updateTable('retention').set(change).where('id', '=', 1).execute()
}
