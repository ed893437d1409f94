import 'server-only'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Dialect,
  type Driver,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from '@/lib/store/db/schema'
import { FolderLock } from './folder-lock'
import { LongReadDriver } from './long-read-driver'
import { makePrivateFile } from './private-file'
import { ReadWriteDriver } from './read-write-driver'
import { Reader, Writer } from './sqlite-connections'
import { damagedDatabase, isSqliteDamaged } from './sqlite-errors'

/** An open SQLite file. */
interface Sqlite {
  /** Short reads run in this thread, everything else in the writer's thread. */
  readonly kysely: Kysely<Schema>
  /** Reads in separate threads, however long they take; refuses to write. */
  readonly longReads: Kysely<Schema>
  /** Releases the lock of the folder, after both were destroyed. */
  release(): void
}

/** The file of the embedded database in the folder DATA_DIR. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'lading.db')

/**
 * Opens `dataDir`/lading.db, creates it if it is missing, and makes every commit synchronous.
 * @throws Error that says what to do if the file is damaged, or while a backup is being restored
 */
export async function openSqlite(dataDir: string): Promise<Sqlite> {
  makePrivateDirectory(dataDir)
  const lock = FolderLock.share(dataDir)
  try {
    return { ...(await openFile(sqliteFile(dataDir))), release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openFile(path: string): Promise<Pick<Sqlite, 'kysely' | 'longReads'>> {
  // Created here, not by SQLite, so that others can never read it; -wal and -shm inherit its mode.
  makePrivateFile(path)
  const writer = new Writer(path)
  let reader: Reader | undefined
  try {
    // The writer opens the file first, so that it is in WAL mode before the reader opens it.
    await writer.open()
    reader = new Reader(path)
    await reader.query('select count(*) from sqlite_master', [])
  } catch (error) {
    reader?.close()
    await writer.close()
    throw isSqliteDamaged(error) ? damagedDatabase(path, String(error)) : error
  }
  return {
    kysely: new Kysely<Schema>({ dialect: new SqliteDialect(new ReadWriteDriver({ writer, reader })) }),
    longReads: new Kysely<Schema>({ dialect: new SqliteDialect(new LongReadDriver(path)) }),
  }
}

/** Runs migrations, which sort and rewrite whole tables: what they store temporarily is in files, not in memory. */
export async function withTemporaryFiles(kysely: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  await sql`PRAGMA temp_store = FILE`.execute(kysely)
  try {
    await work()
  } finally {
    await sql`PRAGMA temp_store = MEMORY`.execute(kysely)
  }
}

/** Name and version of the engine: SQLite 3.53.4. */
export async function sqliteEngine(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(kysely)
  return `SQLite ${rows[0]?.version}`
}

/** Creates a directory that only its owner may enter, or restricts an existing one. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  // Directories of other users, and shared ones (sticky, such as /tmp), stay unchanged.
  if ((mode & 0o777) !== 0o700 && uid === process.getuid?.() && (mode & 0o1000) === 0) chmodSync(path, 0o700)
}

/** Whether a commit survives a power failure: WAL, and a sync at every commit (2 is FULL, 3 is EXTRA). */
export async function isSqliteDurable(kysely: Kysely<Schema>): Promise<boolean> {
  const journal = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(kysely)
  const synchronous = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(kysely)
  return journal.rows[0]?.journal_mode === 'wal' && Number(synchronous.rows[0]?.synchronous) >= 2
}

export async function hasSqliteTable(kysely: Kysely<Schema>, name: string): Promise<boolean> {
  const found = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(kysely)
  return found.rows.length > 0
}

export async function hasSqliteColumn(
  kysely: Kysely<Schema>,
  table: string,
  column: string,
): Promise<boolean> {
  const found = await sql`select 1 from pragma_table_info(${table}) where name = ${column}`.execute(kysely)
  return found.rows.length > 0
}

/** A list of texts as rows from one parameter. */
export function sqliteTexts(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(texts)}))`
}

class SqliteDialect implements Dialect {
  constructor(private readonly driver: Driver) {}
  createAdapter = () => new SqliteAdapter()
  createDriver = () => this.driver
  createIntrospector = (kysely: Kysely<Schema>) => new SqliteIntrospector(kysely)
  createQueryCompiler = () => new SqliteQueryCompiler()
}
