import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { DialectName, Schema } from '@/lib/store/db/schema'

/**
 * Every reading of a file is kept, so that lines can be traced by the reading that imported them: undo goes back to
 * earlier ones. How a file was cut into rows belongs to the reading, too, and no longer to the file.
 */
export async function up(trx: Transaction<Schema>, dialect: DialectName): Promise<void> {
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`
  const of = (table: string) => sql`from ${sql.table(table)} t join source s on s.id = t.source_id`
  await trx.schema
    .createTable('source_reading')
    .addColumn('source_id', 'text', column => column.notNull().references('source.id'))
    .addColumn('reading', 'text', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('encoding', 'text')
    .addColumn('delimiter', 'text')
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('header', 'integer', column => column.notNull())
    .addColumn('headings', 'text', column => column.notNull())
    .addColumn('recipe', 'text', column => column.notNull())
    .addColumn('fed', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('source_reading_place', ['source_id', 'reading', 'position'])
    .execute()
  await sql`insert into source_reading
    (source_id, reading, position, encoding, delimiter, name, header, headings, recipe, fed)
    select t.source_id, '', t.position, s.encoding, s.delimiter, t.name, t.header, t.headings, t.recipe, t.fed
    ${of('source_table')}`.execute(trx)
  await trx.schema.dropTable('source_table').execute()
  await trx.schema.alterTable('source_reading').renameTo('source_table').execute()

  await trx.schema
    .createTable('source_cut')
    .addColumn('source_id', 'text', column => column.notNull().references('source.id'))
    .addColumn('cut', 'text', column => column.notNull())
    .addColumn('table_at', 'integer', column => column.notNull())
    .addColumn('first', 'integer', column => column.notNull())
    .addColumn('last', 'integer', column => column.notNull())
    .addColumn('rows', bytes, column => column.notNull())
    .addPrimaryKeyConstraint('source_cut_place', ['source_id', 'cut', 'table_at', 'first'])
    .execute()
  await sql`insert into source_cut (source_id, cut, table_at, ${sql.ref('first')}, ${sql.ref('last')}, ${sql.ref('rows')})
    select t.source_id, coalesce(s.encoding, '') || coalesce(s.delimiter, ''), t.table_at,
      t.${sql.ref('first')}, t.${sql.ref('last')}, t.${sql.ref('rows')}
    ${of('source_rows')}`.execute(trx)
  await trx.schema.dropTable('source_rows').execute()
  await trx.schema.alterTable('source_cut').renameTo('source_rows').execute()

  await trx.schema.alterTable('source').dropColumn('encoding').execute()
  await trx.schema.alterTable('source').dropColumn('delimiter').execute()
}
