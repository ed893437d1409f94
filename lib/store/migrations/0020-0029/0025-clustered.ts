import 'server-only'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '@/lib/store/db/schema'

/** Has SQLite store the rows of small tables in their primary keys, before there are triggers that name them. */
export async function clusterTables(trx: Transaction<Schema>): Promise<void> {
  for (const [table, key] of CLUSTERED) await clusterTable(trx, table, key)
}

/** Tables whose rows come in the order of their key, or nearly. */
const CLUSTERED = [
  ['run_order', 'run_id, position'],
  ['attempt_order', 'attempt_id, position'],
  ['verdict', 'draft_id, env_id, mall_order_number'],
] as const

/** Tables with more rows are not copied, because that would delay the start. */
const MAX_COPIED_ROWS = 100_000

/**
 * Has SQLite store the rows of a table in its primary key. A large table of an earlier version stays as it is: a quick
 * start is worth more than the space that this would save.
 */
async function clusterTable(trx: Transaction<Schema>, table: string, key: string) {
  const count =
    await sql`select 1 from ${sql.table(table)} limit 1 offset ${sql.lit(MAX_COPIED_ROWS)}`.execute(trx)
  if (count.rows.length > 0) return
  const { rows } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_master where tbl_name = ${table}`.execute(trx)
  const columns = await sql<{ name: string; type: string; notnull: number; dflt_value: string | null }>`
    select name, type, "notnull", dflt_value from pragma_table_info(${table})`.execute(trx)
  const described = columns.rows.map(
    ({ name, type, notnull, dflt_value }) =>
      `"${name}" ${type}${notnull ? ' not null' : ''}${dflt_value === null ? '' : ` default ${dflt_value}`}`,
  )
  const references = [...(REFERENCES[table] ?? []), `primary key (${key})`]
  // Triggers and indices are dropped with the old table, so they are created again.
  await sql
    .raw(`create table clustered (${[...described, ...references].join(', ')}) without rowid`)
    .execute(trx)
  await sql.raw(`insert into clustered select * from ${table} order by ${key}`).execute(trx)
  await sql.raw(`drop table ${table}`).execute(trx)
  await sql.raw(`alter table clustered rename to ${table}`).execute(trx)
  for (const made of rows) {
    if (made.type !== 'table' && made.sql !== null) await sql.raw(made.sql).execute(trx)
  }
}

const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  run_order: ['foreign key (run_id) references run (id)'],
  attempt_order: [
    'foreign key (attempt_id) references attempt (id)',
    'foreign key (ledger_order_id) references ledger_order (id)',
  ],
}
