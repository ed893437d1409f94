import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * More about a connection: its warehouses, how many checks are sent at the same time, the results of the tests of its
 * credentials, and whether it was deleted. A verdict names the connection that it came from.
 */
export async function up(trx: Transaction<Schema>): Promise<void> {
  const connection = () => trx.schema.alterTable('connection')
  await connection()
    .addColumn('warehouses', 'text', column => column.notNull().defaultTo('[]'))
    .execute()
  await connection()
    .addColumn('check_parallel', 'integer', column => column.notNull().defaultTo(2))
    .execute()
  await connection().addColumn('access_token_test', 'text').execute()
  await connection().addColumn('secret_key_test', 'text').execute()
  await connection().addColumn('deleted_at', 'text').execute()
  await trx.schema
    .alterTable('verdict')
    .addColumn('connection_id', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // The run of a verdict names the connection; a verdict without a run belongs to none.
  await sql`update verdict set connection_id = coalesce(
    (select run.connection_id from attempt join run on run.id = attempt.run_id
      where attempt.id = verdict.attempt_id), '')`.execute(trx)
  // The revision of the connection when a person last started or continued the run (`startedRevision`); null: any.
  await trx.schema.alterTable('run').addColumn('door', 'text').execute()
  await trx.schema.alterTable('attempt').addColumn('key_id', 'text').execute()
}
