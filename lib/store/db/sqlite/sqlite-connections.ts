import 'server-only'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { QueryResult } from 'kysely'
import { BUSY_TIMEOUT_MS, withBusyRetry } from './busy-retry'
import { type Failure, rejectNul, sqliteError } from './sqlite-errors'
import { Statements, toObjects } from './sqlite-statements.mjs'
import { type StatementResult, ThreadConnection } from './sqlite-threads'

/** Setup statements of the writing connection. */
const WRITER_SETUP = [
  // The order matters: if the timeout is set after journal_mode, processes that open the file at the same
  // time fail (SQLITE_BUSY).
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = FULL',
  'PRAGMA foreign_keys = ON',
  // Otherwise each statement about many rows copies the pages that it changes to a file, in case it fails halfway.
  'PRAGMA temp_store = MEMORY',
  // From here on `withBusyRetry` waits, which leaves the thread free for others.
  'PRAGMA busy_timeout = 0',
]

/** Setup statements of a reading connection; WAL is a property of the file. */
export const READER_SETUP = ['PRAGMA query_only = ON']

/** The writing connection, in the writer's thread. Reopened if its thread ended. */
export class Writer {
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
export class Reader {
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

/** The result of a statement as Kysely expects it. */
export const toQueryResult = <R>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
})
