import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * On PostgreSQL the events of an order share one index entry (deduplication), which needs an index without the unique
 * number of the event: 61 bytes an order in place of 201 (docs/decisions/0062). An order has few events to sort.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return
  // A large ledger takes longer than the 60 s that other statements of a migration have.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`drop index ledger_event_order`.execute(trx)
  await sql`create index ledger_event_order on ledger_event (ledger_order_id)`.execute(trx)
}
