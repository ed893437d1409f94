import 'server-only'
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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
import Libsql from 'libsql'
import Background from 'libsql/promise'
import type { Schema } from './schema'

/** How long a statement waits for somebody else who writes, in milliseconds. */
const BUSY_TIMEOUT = 5000

/** Opens `dataDir`/lading.db, makes it when it is not there, and has it sync every commit. */
export async function openSqlite(dataDir: string): Promise<Kysely<Schema>> {
  makePrivateDirectory(dataDir)
  const path = join(dataDir, 'lading.db')
  // Made here and not by SQLite, so that it is never readable by others; -wal and -shm take its mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  // Its types leave out what its connections share with the others.
  const writer: Writer = new Background(path, {}) as Background & Pick<Writer, 'inTransaction'>
  await prepareFile(writer)
  // The first opens the file alone, so that it is in WAL mode before the second looks at it.
  const reader = new Libsql(path)
  await prepareFile(reader)
  reader.exec('PRAGMA query_only = ON')
  return new Kysely<Schema>({
    dialect: new LibsqlDialect({ writer, reader, readings: new Statements(text => reader.prepare(text)) }),
  })
}

async function prepareFile(file: { exec(text: string): unknown }): Promise<void> {
  // The order matters: with the timeout set after journal_mode, processes that open at once fail (SQLITE_BUSY).
  await file.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
  await file.exec('PRAGMA journal_mode = WAL')
  await file.exec('PRAGMA synchronous = FULL')
  await file.exec('PRAGMA foreign_keys = ON')
  // SQLite would hold a thread while it waits. From here on takeWriteLock waits, with the event loop turning.
  await file.exec('PRAGMA busy_timeout = 0')
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

/** One file, opened twice: who reads does not wait for who writes. */
interface Files {
  readonly writer: Writer
  readonly reader: Libsql.Database
  readonly readings: Statements<Libsql.Statement>
}

/**
 * A connection whose commits run in a thread of libsql: one that syncs, and moves a large transaction from the log into
 * the file, takes as long as the disk does. While it runs, only its own transaction may touch the connection: anybody
 * else would wait for it with the event loop standing still.
 */
interface Writer {
  readonly inTransaction: boolean
  exec(text: string): Promise<void>
  prepare(text: string): Promise<WriterStatement>
  close(): void
}

interface WriterStatement {
  readonly reader: boolean
  all(parameters: readonly unknown[]): Promise<unknown[]>
  /** Runs at once, in our thread: what one statement writes is short, and stays in memory or the log. */
  run(parameters: readonly unknown[]): Libsql.RunResult
}

/** Statements of a connection by their text: they are slow to prepare, and libsql frees them late. */
class Statements<Statement> {
  private readonly known = new Map<string, Statement>()
  constructor(private readonly make: (text: string) => Statement) {}

  prepare(text: string): Statement {
    const known = this.known.get(text)
    if (known) return known
    if (this.known.size >= MOST_STATEMENTS) this.known.clear()
    const statement = this.make(text)
    this.known.set(text, statement)
    return statement
  }
}

const MOST_STATEMENTS = 100

class LibsqlDialect implements Dialect {
  constructor(private readonly files: Files) {}
  createAdapter = () => new SqliteAdapter()
  createDriver = () => new TwoFileDriver(this.files)
  createIntrospector = (kysely: Kysely<Schema>) => new SqliteIntrospector(kysely)
  createQueryCompiler = () => new SqliteQueryCompiler()
}

/**
 * Takes the write lock when a transaction begins. Kysely's plain `begin` is deferred: a transaction that reads
 * first and writes later can then fail without having waited.
 */
class TwoFileDriver implements Driver {
  private readonly turns = new Turns()
  constructor(private readonly files: Files) {}
  async init(): Promise<void> {}
  async acquireConnection(): Promise<PatientConnection> {
    return new PatientConnection(this.files, this.turns)
  }
  beginTransaction(connection: PatientConnection): Promise<void> {
    return connection.begin()
  }
  commitTransaction(connection: PatientConnection): Promise<void> {
    return connection.finish('commit')
  }
  rollbackTransaction(connection: PatientConnection): Promise<void> {
    return connection.finish('rollback')
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {
    this.files.reader.close()
    this.files.writer.close()
  }
}

const reads = /^\s*select\b/i
/** Settings are those of a connection: the ones that count are the writer's. */
const asks = /^\s*pragma\b/i

/** Reads beside whoever writes. A statement that writes waits for its turn and for the write lock. */
class PatientConnection implements DatabaseConnection {
  /** Ends the turn that the transaction of this connection has. */
  private endTurn: (() => void) | undefined
  /** Those of this transaction alone: one that met a lock would keep every later commit of the writer from happening. */
  private readonly statements: Statements<Promise<WriterStatement>>

  constructor(
    private readonly files: Files,
    private readonly turns: Turns,
  ) {
    this.statements = new Statements(text => files.writer.prepare(text))
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.endTurn) return this.write(query)
    if (reads.test(query.sql)) {
      const rows = this.files.readings.prepare(query.sql).all(query.parameters)
      return { rows: rows as R[] }
    }
    if (asks.test(query.sql)) return this.ask(query)
    await this.begin()
    try {
      const result = await this.write<R>(query)
      await this.finish('commit')
      return result
    } catch (error) {
      if (this.endTurn) await this.finish('rollback')
      throw error
    }
  }

  private async write<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = await this.statements.prepare(text)
    if (statement.reader) return { rows: (await statement.all(parameters)) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  private async ask<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const endTurn = await this.turns.take()
    try {
      const statement = await this.files.writer.prepare(text)
      return { rows: (await statement.all(parameters)) as R[] }
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
      await takeWriteLock(this.files.writer)
    } catch (error) {
      endTurn()
      throw error
    }
    this.endTurn = endTurn
  }

  async finish(how: 'commit' | 'rollback'): Promise<void> {
    try {
      if (this.files.writer.inTransaction) await this.files.writer.exec(how)
    } finally {
      // A commit that fails leaves the transaction open, and its turn with it: the rollback follows.
      if (how === 'rollback' || !this.files.writer.inTransaction) {
        this.endTurn?.()
        this.endTurn = undefined
      }
    }
  }
}

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

/**
 * Begins a transaction that holds the write lock; waits for it while the event loop turns.
 * By `exec`, never by a prepared statement: libsql leaves one that met SQLITE_BUSY unfinished until it is
 * collected, and until then no transaction of the connection can commit.
 */
async function takeWriteLock(file: Writer): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      await file.exec('begin immediate')
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

/** Whether a statement failed because the disk, or what the file may grow to, is full. */
export function isSqliteFull(error: unknown): boolean {
  return error instanceof Libsql.SqliteError && error.code === 'SQLITE_FULL'
}
