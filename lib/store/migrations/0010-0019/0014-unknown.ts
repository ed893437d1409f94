import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Who resolved unknown orders, how and on what grounds, and alarms about late responses that contradict it. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  for (const column of ['note', 'resolution_id'] as const) {
    await trx.schema.alterTable('ledger_event').addColumn(column, 'text').execute()
  }
  await trx.schema
    .createTable('resolution')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('means', 'text', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('note', 'text')
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('evidence', 'text')
    .addColumn('evidence_sha256', 'text')
    .execute()
  await trx.schema
    .createTable('ledger_alarm')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('env_id', 'text', column => column.notNull())
    .addColumn('ledger_order_id', 'text', column => column.notNull().references('ledger_order.id'))
    .addColumn('attempt_id', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('seen_by', 'text')
    .addColumn('seen_at', 'text')
    .execute()
  await sql`create index ledger_alarm_open on ledger_alarm (at) where seen_at is null`.execute(trx)
  await sql`create index ledger_order_doubt on ledger_order (env_id, current_attempt, run_id)
    where state = 'UNKNOWN'`.execute(trx)
  // A number that was given up may be at the service all the same: it is held until an administrator releases it.
  await trx.schema.dropIndex('ledger_order_held').execute()
  await sql`create unique index ledger_order_held on ledger_order (env_id, scope, mall_order_number)
    where state in ('QUEUED', 'PREPARED', 'SENDING', 'UNKNOWN', 'REGISTERED', 'ABANDONED')`.execute(trx)
}
