import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Drops an index of PostgreSQL that nothing looks anything up in: a step is found by its order, whose index has the
 * numbers of its steps too (docs/decisions/0062). On SQLite the number is where the row is, and takes no index.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres')
    await sql`alter table ledger_event drop constraint ledger_event_pkey`.execute(trx)
}
