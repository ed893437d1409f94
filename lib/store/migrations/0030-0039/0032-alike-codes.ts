import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Item codes that differ in case only are looked for among all products. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await sql`create index product_master_lower on product_master (lower(code))`.execute(trx)
}
