import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Indices for searching the history, and when personal data was erased. */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await createIndices(trx, dialect)
  await createRecipients(trx)
  for (const table of ['ledger_order', 'run', 'attempt', 'draft'] as const) {
    await trx.schema.alterTable(table).addColumn('erased_at', 'text').execute()
  }
  await sql`create index ledger_order_kept on ledger_order (created_at, id)
    where erased_at is null and scope = 'orders'`.execute(trx)
  await sql`create index run_kept on run (started_at, id) where erased_at is null`.execute(trx)
  await createRetention(trx)
}

async function createIndices(trx: Transaction<Schema>, dialect: DialectName) {
  await trx.schema.createIndex('run_started').on('run').columns(['started_at', 'id']).execute()
  await trx.schema.createIndex('attempt_order_order').on('attempt_order').column('ledger_order_id').execute()
  await trx.schema
    .createIndex('ledger_order_place')
    .on('ledger_order')
    .columns(['run_id', 'position'])
    .execute()
  await sql`create index ledger_order_id_given on ledger_order (order_id) where order_id is not null`.execute(
    trx,
  )
  // Beginnings of numbers are compared byte by byte, whatever the language of the database.
  const bytes = sql.raw(dialect === 'sqlite' ? 'binary' : '"C"')
  await sql`create index ledger_order_begins on ledger_order (mall_order_number collate ${bytes})`.execute(
    trx,
  )
}

/** Names have a table of their own, so that searching all of them reads little. */
async function createRecipients(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('order_recipient')
    .addColumn('ledger_order_id', 'text', column => column.primaryKey().references('ledger_order.id'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('folded', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('order_recipient_newest')
    .on('order_recipient')
    .columns(['created_at', 'ledger_order_id', 'folded'])
    .execute()
}

async function createRetention(trx: Transaction<Schema>) {
  await trx.schema
    .createTable('retention')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('days', 'integer')
    .addColumn('changed_by', 'text')
    .addColumn('changed_at', 'text')
    .addColumn('owner', 'text')
    .addColumn('owned_until', 'text')
    .addColumn('ran_at', 'text')
    .addColumn('erased', 'integer', column => column.notNull())
    .addColumn('named_to', 'text')
    .execute()
  await trx
    .insertInto('retention')
    .values({
      id: 1,
      days: 400,
      changed_by: null,
      changed_at: null,
      owner: null,
      owned_until: null,
      ran_at: null,
      erased: 0,
      // The server adds the names of existing orders later.
      named_to: '',
    })
    .execute()
}
