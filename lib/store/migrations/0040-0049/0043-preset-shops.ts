import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** A preset can belong to shops: it fills the imports of their files. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .alterTable('fill_preset')
    .addColumn('shops', 'text', column => column.notNull().defaultTo('[]'))
    .execute()
}
