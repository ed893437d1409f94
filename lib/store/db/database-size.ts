import 'server-only'
import { sql } from 'kysely'
import type { Database } from './database'

/** Bytes that the database takes: of SQLite its pages, without the log beside the file. */
export async function databaseBytes({ dialect, longReads }: Database): Promise<number> {
  const size =
    dialect === 'sqlite'
      ? sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await size.execute(longReads)
  return Number(rows[0]?.bytes ?? 0)
}
