import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Drops an unused index of PostgreSQL: a step is found by its order, whose index contains the numbers of its steps, too
 * (docs/decisions/0062). On SQLite the number is the row id and has no index.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres')
    await sql`alter table ledger_event drop constraint ledger_event_pkey`.execute(trx)
}
