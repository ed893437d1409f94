import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * What is checked is stored once for each form of an order, and not once for each check; payloads are packed
 * (docs/decisions/0053). What earlier versions wrote stays as it is, and is read as before.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  const isSqlite = dialect === 'sqlite'
  const bytes = isSqlite ? sql`blob` : sql`bytea`
  await trx.schema
    .createTable('checked_form')
    .addColumn('id', isSqlite ? 'integer' : 'bigserial', column => column.primaryKey())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('mall_order_number', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('line_ids', 'text', column => column.notNull())
    .addColumn('used_at', 'text', column => column.notNull())
    .addColumn('erased_at', 'text')
    .execute()
  // In a table of their own: those that a registration stores as well are deleted, which frees whole pages.
  await trx.schema
    .createTable('checked_payload')
    .addColumn('form_id', isSqlite ? 'integer' : 'bigint', column => column.primaryKey())
    .addColumn('packed', bytes, column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('checked_form_number')
    .on('checked_form')
    .columns(['draft_id', 'mall_order_number'])
    .execute()
  await trx.schema.alterTable('run_order').addColumn('form_id', 'bigint').execute()
  await sql`create index run_order_waiting on run_order (form_id) where state = 'waiting'`.execute(trx)
  await trx.schema.alterTable('ledger_order').addColumn('packed', bytes).execute()
  await trx.schema.alterTable('ledger_order').addColumn('checked_packed', bytes).execute()
  await sql`create index ledger_order_left on ledger_order (run_id, state, position)
    where state <> 'REGISTERED'`.execute(trx)
  await trx.schema.dropIndex('ledger_order_run').execute()
  // The daily cleanup reads runs now. Only a search for names still used this index, and not for much longer.
  await trx.schema.dropIndex('ledger_order_kept').execute()
}
