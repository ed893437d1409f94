import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** How many processes in a row died while they worked on a run: one that kills its server is not resumed for ever. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('run')
    .addColumn('crashes', 'integer', column => column.notNull().defaultTo(0))
    .execute()
}
