import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Links with which operators join or set a password, and the log of who changed whom. */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema
    .createTable('invitation')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('token_hash', 'text', column => column.notNull().unique())
    .addColumn('email', 'text', column => column.notNull())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.references('operator.id'))
    .addColumn('created_by', 'text', column => column.notNull().references('operator.id'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('expires_at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createTable('operator_event')
    .addColumn('seq', dialect === 'sqlite' ? 'integer' : 'bigserial', column => column.primaryKey())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('event', 'text', column => column.notNull())
    .addColumn('detail', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .execute()
  await trx.schema
    .createIndex('operator_event_operator')
    .on('operator_event')
    .columns(['operator_id', 'seq'])
    .execute()
  if (dialect === 'sqlite') {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`operator_event_no_${act}`)} before ${sql.raw(act)} on operator_event
        begin select raise(abort, 'what was done to operators is never changed'); end`.execute(trx)
    }
    return
  }
  await sql`create function operator_event_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'what was done to operators is never changed'; end $$`.execute(trx)
  await sql`create trigger operator_event_no_change before update or delete or truncate on operator_event
    for each statement execute function operator_event_refuse()`.execute(trx)
}
