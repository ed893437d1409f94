import 'server-only'
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import Libsql from 'libsql'
import type { Schema } from './schema'

/** How long a statement waits for somebody else who writes, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** Opens `dataDir`/lading.db, makes it when it is not there, and has it sync every commit. */
export function openSqlite(dataDir: string): Kysely<Schema> {
  makePrivateDirectory(dataDir)
  const path = join(dataDir, 'lading.db')
  // Made here and not by SQLite, so that it is never readable by others; -wal and -shm take its mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const file = new Libsql(path)
  // The order matters: with the timeout set after journal_mode, processes that open at once fail (SQLITE_BUSY).
  file.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
  file.exec('PRAGMA journal_mode = WAL')
  file.exec('PRAGMA synchronous = FULL')
  file.exec('PRAGMA foreign_keys = ON')
  // SQLite waits with the event loop standing still. From here on takeWriteLock waits, with the loop turning.
  file.exec('PRAGMA busy_timeout = 0')
  return new Kysely<Schema>({ dialect: new LibsqlDialect(file) })
}

/** Makes a directory that only its owner may enter, or closes one that is there to others. */
export function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  // A directory of somebody else, or one that all share (sticky, as /tmp is), is not ours to close.
  if ((mode & 0o777) !== 0o700 && uid === process.getuid?.() && (mode & 0o1000) === 0) chmodSync(path, 0o700)
}

/** Whether a commit survives a power cut: WAL, and synced at every commit (2 is FULL, 3 is EXTRA). */
export async function isSqliteDurable(kysely: Kysely<Schema>): Promise<boolean> {
  const journal = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(kysely)
  const synchronous = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(kysely)
  return journal.rows[0]?.journal_mode === 'wal' && Number(synchronous.rows[0]?.synchronous) >= 2
}

/** Whether a table is there. */
export async function hasSqliteTable(kysely: Kysely<Schema>, name: string): Promise<boolean> {
  const found = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(kysely)
  return found.rows.length > 0
}

/** A list of texts as rows, out of one parameter. */
export function sqliteTexts(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`(select value from json_each(${JSON.stringify(texts)}))`
}

class LibsqlDialect implements Dialect {
  constructor(private readonly file: Libsql.Database) {}
  createAdapter = () => new SqliteAdapter()
  createDriver = () => new ImmediateDriver(this.file)
  createIntrospector = (kysely: Kysely<Schema>) => new SqliteIntrospector(kysely)
  createQueryCompiler = () => new SqliteQueryCompiler()
}

/**
 * Takes the write lock when a transaction begins. Kysely's plain `begin` is deferred: a transaction that reads
 * first and writes later can then fail without having waited.
 */
class ImmediateDriver extends SqliteDriver {
  constructor(private readonly file: Libsql.Database) {
    super({ database: file })
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.file)
  }
  override async beginTransaction(): Promise<void> {
    await takeWriteLock(this.file)
  }
}

const writes = /^\s*(insert|update|delete|replace|create|drop|alter|with)\b/i

/** Waits for the write lock before a statement that writes outside of a transaction. */
class PatientConnection implements DatabaseConnection {
  constructor(
    private readonly inner: DatabaseConnection,
    private readonly file: Libsql.Database,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.file.inTransaction || !writes.test(query.sql)) return this.inner.executeQuery<R>(query)
    await takeWriteLock(this.file)
    try {
      const result = await this.inner.executeQuery<R>(query)
      this.file.exec('commit')
      return result
    } catch (error) {
      if (this.file.inTransaction) this.file.exec('rollback')
      throw error
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

/**
 * Begins a transaction that holds the write lock; waits for it while the event loop turns.
 * By `exec`, never by a prepared statement: libsql leaves one that met SQLITE_BUSY unfinished until it is
 * collected, and until then no transaction of the connection can commit.
 */
async function takeWriteLock(file: Libsql.Database): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      file.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await setTimeout(pause * (0.5 + Math.random()))
  }
}

/** Whether a statement failed because somebody else was writing for too long. */
export function isBusy(error: unknown): boolean {
  return error instanceof Libsql.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
