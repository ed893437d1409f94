import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Backups of this database, and restores from them (docs/decisions/0095). */
export async function up(trx: Transaction<Schema>): Promise<void> {
  // `npm run restore` creates the same table in backups of earlier versions.
  await sql`create table if not exists restoration (
    id text primary key,
    restored_at text not null,
    made_at text not null,
    version text not null,
    handled_at text
  )`.execute(trx)
  await trx.schema
    .createTable('backup_record')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('started_at', 'text', column => column.notNull())
    .addColumn('beat_at', 'text', column => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('path', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('encrypted', 'integer')
    .addColumn('problem', 'text')
    .execute()
  await trx.schema.createIndex('backup_record_started').on('backup_record').column('started_at').execute()
}
