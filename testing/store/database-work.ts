import 'server-only'
import { sql } from 'kysely'
import type { Database } from '@/lib/store/db/database'

/** What a PostgreSQL has done since it was started. */
export interface DatabaseWork {
  readonly commits: number
  /** Bytes written to the log. */
  readonly logBytes: number
  /** Bytes of tables and indexes. */
  readonly size: number
}

/** A table of PostgreSQL, in bytes. */
export interface TableSize {
  readonly name: string
  readonly table: number
  readonly indexes: number
}

/** The largest tables, the largest first. */
export async function largestTables({ kysely }: Database, count: number): Promise<readonly TableSize[]> {
  const { rows } = await sql<TableSize>`
    select relname as name, pg_table_size(oid) as "table", pg_indexes_size(oid) as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc limit ${count}`.execute(kysely)
  return rows
}

/** Makes the statistics of this connection's last statements visible now. */
export async function flushStatistics({ kysely }: Database): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
}

/** Reads the statistics of a PostgreSQL. */
export async function readDatabaseWork({ kysely }: Database): Promise<DatabaseWork> {
  const { rows } = await sql<DatabaseWork>`
    select (select xact_commit from pg_stat_database where datname = current_database()) as commits,
      (select wal_bytes from pg_stat_wal) as "logBytes",
      pg_database_size(current_database()) as size`.execute(kysely)
  const [work] = rows
  if (!work) throw new Error('PostgreSQL has no statistics.')
  return work
}
