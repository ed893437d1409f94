import 'server-only'
import type { Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** The language and the time zone that an operator chose; null: as the browser asks for. */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema.alterTable('operator').addColumn('language', 'text').execute()
  await trx.schema.alterTable('operator').addColumn('time_zone', 'text').execute()
}
