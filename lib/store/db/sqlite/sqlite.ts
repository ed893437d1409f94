import 'server-only'
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from '@/lib/store/db/schema'
import { FolderLock } from './folder-lock'
import {
  damagedDatabase,
  type Failure,
  isSqliteBusy,
  isSqliteDamaged,
  rejectNul,
  sqliteError,
} from './sqlite-errors'
import { Statements, toObjects } from './sqlite-statements.mjs'
import { type StatementResult, ThreadConnection, type ThreadName } from './sqlite-threads'

/** How long a statement waits for another writing connection, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** Setup statements of the writing connection. */
const WRITER_SETUP = [
  // The order matters: if the timeout is set after journal_mode, processes that open the file at the same
  // time fail (SQLITE_BUSY).
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT}`,
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA foreign_keys = ON',
  // From here on `withBusyRetry` waits, which leaves the thread free for others.
  'PRAGMA busy_timeout = 0',
]

/** Setup statements of a reading connection; WAL is a property of the file. */
const READER_SETUP = ['PRAGMA query_only = ON']

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
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
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

/** Name and version of the engine: SQLite 3.46.0. */
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

/**
 * Repeats `work` while another connection writes or recovers the log: after 1 to 75 ms, for at most 5 s.
 * SQLite's own timeout would block the thread, and in the main thread the event loop.
 */
async function withBusyRetry<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error
    }
    await setTimeout(pause * (0.5 + Math.random()))
  }
}

/** The writing connection, in the writer's thread. Reopened if its thread ended. */
class Writer {
  private connection: ThreadConnection | undefined
  constructor(private readonly path: string) {}

  async open(): Promise<ThreadConnection> {
    if (!this.connection?.isOpen) {
      this.connection = await ThreadConnection.open('writer', this.path, WRITER_SETUP)
    }
    return this.connection
  }

  async close(): Promise<void> {
    const { connection } = this
    this.connection = undefined
    await connection?.close()
  }
}

/** The connection of the main thread for short reads, which take less time than a message to a thread. */
class Reader {
  private readonly file: DatabaseSyncInstance
  private readonly statements: Statements

  constructor(path: string) {
    this.file = new DatabaseSync(path)
    for (const statement of READER_SETUP) this.file.exec(statement)
    this.statements = new Statements(this.file)
  }

  async query(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    rejectNul(parameters)
    return withBusyRetry(() => {
      try {
        const { columns, rows } = this.statements.get(text).all(parameters)
        return { rows: toObjects(columns, rows) }
      } catch (error) {
        throw sqliteError(error as Failure)
      }
    })
  }

  close(): void {
    this.file.close()
  }
}

class SqliteDialect implements Dialect {
  constructor(private readonly driver: Driver) {}
  createAdapter = () => new SqliteAdapter()
  createDriver = () => this.driver
  createIntrospector = (kysely: Kysely<Schema>) => new SqliteIntrospector(kysely)
  createQueryCompiler = () => new SqliteQueryCompiler()
}

/** One file, opened twice, so that reads do not wait for a transaction. */
interface Files {
  readonly writer: Writer
  readonly reader: Reader
}

/**
 * Begins transactions with the write lock. Kysely's plain `begin` is deferred: a transaction that reads
 * first and writes later can fail without having waited. The first statement begins it: one message instead of two.
 */
class ReadWriteDriver implements Driver {
  private readonly mutex = new Mutex()
  constructor(private readonly files: Files) {}
  async init(): Promise<void> {}
  async acquireConnection(): Promise<ReadWriteConnection> {
    return new ReadWriteConnection(this.files, this.mutex)
  }
  beginTransaction(connection: ReadWriteConnection): Promise<void> {
    return connection.begin()
  }
  commitTransaction(connection: ReadWriteConnection): Promise<void> {
    return connection.commit()
  }
  rollbackTransaction(connection: ReadWriteConnection): Promise<void> {
    return connection.rollback()
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.files.reader.close()
    // Closing the last connection moves the log into the file, which may take long.
    await this.files.writer.close()
  }
}

const reads = /^\s*select\b/i

/** Runs reads in the main thread; writes, and everything within a transaction, go to the writer. */
class ReadWriteConnection implements DatabaseConnection {
  private transaction: { readonly writer: ThreadConnection; hasBegun: boolean; release(): void } | undefined

  constructor(
    private readonly files: Files,
    private readonly mutex: Mutex,
  ) {}

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transaction) return toQueryResult(await this.queryInTransaction(text, parameters))
    if (reads.test(text)) return toQueryResult(await this.files.reader.query(text, parameters))
    // PRAGMA settings apply to one connection, and the writer's count.
    const release = await this.mutex.acquire()
    try {
      const writer = await this.files.writer.open()
      return toQueryResult(await withBusyRetry(() => writer.query(text, parameters)))
    } finally {
      release()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing is streamed out of SQLite: a long read would keep its log from being cleared.')
  }

  private async queryInTransaction(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const { transaction } = this
    if (!transaction) throw rolledBack()
    const { writer } = transaction
    if (transaction.hasBegun) {
      // A full disk rolls a transaction back; later statements must not run outside of it.
      if (!writer.isInTransaction) throw rolledBack()
      return writer.query(text, parameters)
    }
    try {
      return await withBusyRetry(() => writer.query(text, parameters, true))
    } finally {
      // Also when the statement fails: the transaction is open then, and later statements belong to it.
      transaction.hasBegun = true
    }
  }

  async begin(): Promise<void> {
    const release = await this.mutex.acquire()
    try {
      const writer = await this.files.writer.open()
      this.transaction = { writer, hasBegun: false, release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Commits. If that fails, the rollback that follows ends the transaction and releases the mutex. */
  async commit(): Promise<void> {
    if (!this.transaction) return
    const { writer, hasBegun, release } = this.transaction
    if (hasBegun) {
      if (!writer.isInTransaction) throw rolledBack()
      await writer.exec('commit')
    }
    this.transaction = undefined
    release()
  }

  async rollback(): Promise<void> {
    if (!this.transaction) return
    const { writer, release } = this.transaction
    this.transaction = undefined
    try {
      if (writer.isInTransaction) await writer.exec('rollback')
    } catch (error) {
      // A connection in an unknown state must not serve the next transaction. Closing it rolls back.
      await this.files.writer.close()
      throw error
    } finally {
      release()
    }
  }
}

const rolledBack = () => new Error('The transaction was rolled back: an earlier statement of it had failed.')

const toQueryResult = <R>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
})

/** Lets one transaction write at a time, in the order of arrival. */
class Mutex {
  private last: Promise<void> = Promise.resolve()

  /** Waits for the mutex. @returns how to release it */
  async acquire(): Promise<() => void> {
    const before = this.last
    let end = () => {}
    this.last = new Promise<void>(resolve => {
      end = resolve
    })
    await before
    return end
  }
}

/**
 * Assigns each query to the reader with the fewest; readers open on first use, because most processes never
 * need them.
 */
class LongReadDriver implements Driver {
  private readonly readers: readonly LongReader[]
  constructor(path: string) {
    this.readers = [new LongReader('reader 1', path), new LongReader('reader 2', path)]
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.readers.reduce((least, reader) => (reader.queries < least.queries ? reader : least))
  }
  async beginTransaction(): Promise<void> {
    throw new Error('Long reads are single statements: a transaction would keep the log from being cleared.')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    await Promise.all(this.readers.map(reader => reader.close()))
  }
}

class LongReader implements DatabaseConnection {
  queries = 0
  private connection: ThreadConnection | undefined
  private opening: Promise<ThreadConnection> | undefined

  constructor(
    private readonly name: ThreadName,
    private readonly path: string,
  ) {}

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.queries++
    try {
      const reader = await this.open()
      return toQueryResult(await withBusyRetry(() => reader.query(text, parameters)))
    } finally {
      this.queries--
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing is streamed out of SQLite: a long read would keep its log from being cleared.')
  }

  async close(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined)
    await opened?.close()
  }

  private open(): Promise<ThreadConnection> {
    if (this.connection?.isOpen === false) this.opening = undefined
    this.opening ??= ThreadConnection.open(this.name, this.path, READER_SETUP).then(
      connection => {
        this.connection = connection
        return connection
      },
      error => {
        this.opening = undefined
        throw error
      },
    )
    return this.opening
  }
}
