import 'server-only'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { withBusyRetry } from './busy-retry'
import { READER_SETUP, toQueryResult } from './sqlite-connections'
import { ThreadConnection, type ThreadName } from './sqlite-threads'

/**
 * Assigns each query to the reader with the fewest; readers open on first use, because most processes never
 * need them.
 */
export class LongReadDriver implements Driver {
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
