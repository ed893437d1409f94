import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** A request to check or register is stored before its orders are frozen (docs/decisions/0067). */
export async function up(trx: Transaction<Schema>): Promise<void> {
  await trx.schema
    .createTable('run_request')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('client_request_id', 'text', column => column.notNull().unique())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('sheet', 'text', column => column.notNull())
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('connection_id', 'text', column => column.notNull())
    .addColumn('revision', 'integer')
    .addColumn('again', 'integer', column => column.notNull())
    .addColumn('confirmed', 'integer')
    .addColumn('halving', 'text')
    .addColumn('started_by', 'text', column => column.notNull())
    .addColumn('requested_at', 'text', column => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('crashes', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('done', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('total', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('finished_at', 'text')
    .addColumn('result', 'text')
    .execute()
  await trx.schema
    .createIndex('run_request_open')
    .on('run_request')
    .column('requested_at')
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
  await trx.schema
    .createIndex('run_request_draft')
    .on('run_request')
    .columns(['draft_id', 'requested_at'])
    .execute()
}
