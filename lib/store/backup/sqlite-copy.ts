import 'server-only'
import { backup, DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { type Failure, sqliteError } from '@/lib/store/db/sqlite/sqlite-errors'

/** What a database contains, read in one snapshot. */
export interface DatabaseFacts {
  /** The database and its version: `SQLite 3.53.4`. */
  readonly engine: string
  /** When its first migration was applied, ISO 8601; undefined for a database without any. */
  readonly createdAt: string | undefined
  /** Names of the migrations that it has, in order. */
  readonly migrations: readonly string[]
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>
}

/** A row of the table of migrations, as far as it is read here. */
export interface MigrationRow {
  readonly name: string
  readonly applied_at: string
}

/** Thrown when quick_check finds a problem in a SQLite file. */
export class DamagedFileError extends Error {}

/** How long opening waits for a writer, in milliseconds. */
const TIMEOUT_MS = 5000
/** Pages of one step: about 4 MB. */
const STEP_PAGES = 1000

/**
 * Copies a SQLite file while others write to it. The copy is the state at the moment of the call: the open read
 * transaction keeps that state, so SQLite need not start again when another process writes.
 * @param into the path of the copy, which must not exist
 * @returns what was in the database at that moment
 */
export async function copySqlite(path: string, into: string): Promise<DatabaseFacts> {
  const source = openReadOnly(path)
  try {
    source.exec('BEGIN')
    const facts = readFacts(source)
    await backup(source, into, { rate: STEP_PAGES })
    source.exec('COMMIT')
    return facts
  } catch (error) {
    throw sqliteError(error as Failure)
  } finally {
    source.close()
  }
}

/**
 * Opens a copy that no other process uses, makes it one file without a log, checks all of it and counts its rows.
 * @throws DamagedFileError
 */
export function inspectSqliteCopy(path: string): DatabaseFacts {
  let file: DatabaseSyncInstance | undefined
  try {
    file = new DatabaseSync(path, { timeout: TIMEOUT_MS })
    file.exec('PRAGMA journal_mode = DELETE')
    const [problem] = file.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    if (problem?.quick_check !== 'ok') throw new DamagedFileError(problem?.quick_check)
    return readFacts(file)
  } catch (error) {
    const { errcode } = error as Failure
    // SQLITE_CORRUPT and SQLITE_NOTADB.
    if (errcode !== undefined && [11, 26].includes(errcode & 0xff))
      throw new DamagedFileError((error as Error).message)
    throw error
  } finally {
    file?.close()
  }
}

/** What the database of a server contains, without changing or migrating it. */
export function readSqliteFacts(path: string): DatabaseFacts {
  const file = openReadOnly(path)
  try {
    file.exec('BEGIN')
    return readFacts(file)
  } catch (error) {
    throw sqliteError(error as Failure)
  } finally {
    file.close()
  }
}

function openReadOnly(path: string): DatabaseSyncInstance {
  // The file is not opened with `readOnly`: the first reader of a file that was closed properly creates its log.
  const file = new DatabaseSync(path, { timeout: TIMEOUT_MS })
  file.exec('PRAGMA query_only = ON')
  return file
}

function readFacts(file: DatabaseSyncInstance): DatabaseFacts {
  const { version } = file.prepare('select sqlite_version() as version').get() as { version: string }
  const tables = file
    .prepare(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .all() as { name: string }[]
  const counts = tables.map(({ name }) => {
    const { count } = file.prepare(`select count(*) as count from ${quoted(name)}`).get() as { count: number }
    return [name, count] as const
  })
  const migrations = tables.some(({ name }) => name === 'migration')
    ? (file.prepare('select name, applied_at from migration order by name').all() as MigrationRow[])
    : []
  return {
    engine: `SQLite ${version}`,
    createdAt: migrations[0]?.applied_at,
    migrations: migrations.map(({ name }) => name),
    counts: Object.fromEntries(counts),
  }
}

/** A name of a table as SQL: a name cannot be a parameter. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
