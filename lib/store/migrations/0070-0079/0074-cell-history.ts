import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/** Who made each save of a draft, and the texts that saves replaced (docs/decisions/0126). */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  await trx.schema
    .createTable('draft_save')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('operator_id', 'text', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_save_key', ['draft_id', 'revision'])
    .$call(table => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  await trx.schema
    .createTable('draft_edit')
    .addColumn('draft_id', 'text', column => column.notNull())
    .addColumn('line_id', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('cells', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('draft_edit_key', ['draft_id', 'line_id', 'revision'])
    .$call(table => (dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
}
