import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/**
 * What else is known of a connection: its warehouses, how many checks it is asked at once, what its credentials came
 * to when they were tried, and that it was deleted. A verdict says through which connection it was given.
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
  // Each was given by a run, whose connection is known; one that is not counts for no connection.
  await sql`update verdict set connection_id = coalesce(
    (select run.connection_id from attempt join run on run.id = attempt.run_id
      where attempt.id = verdict.attempt_id), '')`.execute(trx)
  // As the connection was when a person last had the run go on; null: it is taken as it is.
  await trx.schema.alterTable('run').addColumn('door', 'text').execute()
  await trx.schema.alterTable('attempt').addColumn('key_id', 'text').execute()
}
