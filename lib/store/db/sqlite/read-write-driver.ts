import 'server-only'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { withBusyRetry } from './busy-retry'
import { type Reader, toQueryResult, type Writer } from './sqlite-connections'
import type { StatementResult, ThreadConnection } from './sqlite-threads'

/** One file, opened twice, so that reads do not wait for a transaction. */
interface Files {
  readonly writer: Writer
  readonly reader: Reader
}

/**
 * Begins transactions with the write lock. Kysely's plain `begin` is deferred: a transaction that reads
 * first and writes later can fail without having waited. The first statement begins it: one message instead of two.
 */
export class ReadWriteDriver implements Driver {
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
