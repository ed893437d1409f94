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
import type { Schema } from './schema'
import {
  damagedDatabase,
  type Failure,
  isBusy,
  isSqliteDamaged,
  refuseNul,
  sqliteError,
} from './sqlite-error'
import { Statements, toObjects } from './sqlite-statements.mjs'
import { type StatementResult, ThreadConnection, type ThreadName } from './sqlite-threads'

/** How long a statement waits for another connection that writes, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** What a connection that writes runs first. */
const WRITER_SETUP = [
  // The order matters: with the timeout set after journal_mode, processes that open at once fail (SQLITE_BUSY).
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT}`,
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA foreign_keys = ON',
  // From here on `withBusyRetry` waits, and the thread of the connection is free for others.
  'PRAGMA busy_timeout = 0',
]

/** What a connection that only reads runs first; WAL is a property of the file. */
const READER_SETUP = ['PRAGMA query_only = ON']

/** An open SQLite file. */
export interface Sqlite {
  /** Short reads run in this thread, everything else in the thread of the writer. */
  readonly kysely: Kysely<Schema>
  /** Reads in threads of their own, however long they take; refuses to write. */
  readonly longReads: Kysely<Schema>
}

/** The file of the embedded database in the folder DATA_DIR. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'lading.db')

/**
 * Opens `dataDir`/lading.db, makes it when it is not there, and has it sync every commit.
 * @throws Error that says what to do when the file is damaged
 */
export async function openSqlite(dataDir: string): Promise<Sqlite> {
  makePrivateDirectory(dataDir)
  const path = sqliteFile(dataDir)
  // Made here and not by SQLite, so that it is never readable by others; -wal and -shm take its mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const writer = new Writer(path)
  let reader: Reader | undefined
  try {
    // The first opens the file alone, so that it is in WAL mode before the second looks at it.
    await writer.open()
    reader = new Reader(path)
    await reader.query('select count(*) from sqlite_master', [])
  } catch (error) {
    reader?.close()
    await writer.close()
    throw isSqliteDamaged(error) ? damagedDatabase(path, String(error)) : error
  }
  return {
    kysely: new Kysely<Schema>({ dialect: new SqliteDialect(new TwoFileDriver({ writer, reader })) }),
    longReads: new Kysely<Schema>({ dialect: new SqliteDialect(new LongReadDriver(path)) }),
  }
}

/** The engine and its version. */
export async function sqliteEngine(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(kysely)
  return `SQLite ${rows[0]?.version}`
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

/**
 * Runs `work` again while another connection writes or recovers the log: after 1 to 75 ms, for 5 s at most. SQLite's own
 * timeout would hold up the thread, and in the main thread the event loop.
 */
async function withBusyRetry<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await setTimeout(pause * (0.5 + Math.random()))
  }
}

/** The connection that writes, in the thread of writers. Opened again when its thread ended. */
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

/** The connection of the main thread, for short reads: a thread would take longer to be asked. */
class Reader {
  private readonly file: DatabaseSyncInstance
  private readonly statements: Statements

  constructor(path: string) {
    this.file = new DatabaseSync(path)
    for (const statement of READER_SETUP) this.file.exec(statement)
    this.statements = new Statements(this.file)
  }

  async query(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    refuseNul(parameters)
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

/** One file, opened twice: reads do not wait for a transaction. */
interface Files {
  readonly writer: Writer
  readonly reader: Reader
}

/**
 * Takes the write lock when a transaction begins. Kysely's plain `begin` is deferred: a transaction that reads
 * first and writes later can then fail without having waited.
 */
class TwoFileDriver implements Driver {
  private readonly turns = new Turns()
  constructor(private readonly files: Files) {}
  async init(): Promise<void> {}
  async acquireConnection(): Promise<TwoFileConnection> {
    return new TwoFileConnection(this.files, this.turns)
  }
  beginTransaction(connection: TwoFileConnection): Promise<void> {
    return connection.begin()
  }
  commitTransaction(connection: TwoFileConnection): Promise<void> {
    return connection.commit()
  }
  rollbackTransaction(connection: TwoFileConnection): Promise<void> {
    return connection.rollback()
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.files.reader.close()
    // The last connection that closes moves the log into the file, which takes as long as the disk does.
    await this.files.writer.close()
  }
}

const reads = /^\s*select\b/i

/** Reads beside the writer, in the main thread; what a transaction asks, and all that writes, goes to the writer. */
class TwoFileConnection implements DatabaseConnection {
  private transaction: { readonly writer: ThreadConnection; endTurn(): void } | undefined

  constructor(
    private readonly files: Files,
    private readonly turns: Turns,
  ) {}

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transaction) {
      const { writer } = this.transaction
      // A full disk ends a transaction by itself; what follows must not be written outside of it.
      if (!writer.isInTransaction) throw rolledBack()
      return toQueryResult(await writer.query(text, parameters))
    }
    if (reads.test(text)) return toQueryResult(await this.files.reader.query(text, parameters))
    // Settings (PRAGMA) are those of a connection, and the ones that count are the writer's.
    const endTurn = await this.turns.take()
    try {
      const writer = await this.files.writer.open()
      return toQueryResult(await withBusyRetry(() => writer.query(text, parameters)))
    } finally {
      endTurn()
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Nothing is streamed out of SQLite: a long read would keep its log from being cleared.')
  }

  async begin(): Promise<void> {
    const endTurn = await this.turns.take()
    try {
      const writer = await this.files.writer.open()
      await withBusyRetry(() => writer.exec('begin immediate'))
      this.transaction = { writer, endTurn }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Commits. One that fails leaves the transaction to the rollback that follows, and its turn with it. */
  async commit(): Promise<void> {
    if (!this.transaction) return
    const { writer, endTurn } = this.transaction
    if (!writer.isInTransaction) throw rolledBack()
    await writer.exec('commit')
    this.transaction = undefined
    endTurn()
  }

  async rollback(): Promise<void> {
    if (!this.transaction) return
    const { writer, endTurn } = this.transaction
    this.transaction = undefined
    try {
      if (writer.isInTransaction) await writer.exec('rollback')
    } catch (error) {
      // A connection in an unknown state must not serve the next transaction. Closing it rolls back.
      await this.files.writer.close()
      throw error
    } finally {
      endTurn()
    }
  }
}

const rolledBack = () => new Error('The transaction was rolled back: an earlier statement of it had failed.')

const toQueryResult = <R>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
})

/** Lets one at a time write, in the order in which they came. */
class Turns {
  private last: Promise<void> = Promise.resolve()

  /** Waits for one's turn. @returns how to end it. */
  async take(): Promise<() => void> {
    const before = this.last
    let end = () => {}
    this.last = new Promise<void>(resolve => {
      end = resolve
    })
    await before
    return end
  }
}

/** Gives each query to the reader that has the fewest; opened with the first, for most processes never read for long. */
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
