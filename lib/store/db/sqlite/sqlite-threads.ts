import 'server-only'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Failure, rejectNul, sqliteError, threadLost } from './sqlite-errors'
import { toObjects } from './sqlite-statements.mjs'

/** What a thread's connections are for: writers never wait for a long read. */
export type ThreadName = 'writer' | 'reader 1' | 'reader 2'

/** The result of a statement: rows, or the number of changed rows. */
export interface StatementResult {
  readonly rows: readonly unknown[]
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
}

/** A request in the format of `lib/store/db/sqlite/sqlite-thread.mjs`. */
type ThreadRequest =
  | { readonly operation: 'open'; readonly connection: number; path: string; setup: readonly string[] }
  | { readonly operation: 'exec'; readonly connection: number; text: string }
  | ({
      readonly operation: 'query'
      readonly connection: number
      text: string
      /** Whether it is the first statement of a transaction. */
      readonly begins: boolean
    } & PackedParameters)
  | { readonly operation: 'more'; readonly connection: number; of: number }
  | { readonly operation: 'close'; readonly connection: number }

interface ThreadResponse {
  readonly id: number
  readonly isInTransaction: boolean
  readonly failure?: Failure
  readonly result?: {
    readonly columns?: readonly string[]
    readonly rows?: readonly (readonly unknown[])[]
    readonly isLast?: boolean
    readonly changes?: number | bigint
    readonly lastInsertRowid?: number | bigint
  }
}

/**
 * A connection to a SQLite file in a thread: its statements and synchronous commits do not block the event
 * loop (docs/decisions/0054). Requests run in the order in which they were made.
 */
export class ThreadConnection {
  /** Whether a transaction was open after the last response. */
  isInTransaction = false

  private constructor(
    private readonly thread: SqliteThread,
    private readonly number: number,
  ) {}

  /**
   * Opens a file, and creates it if it is missing.
   * @param setup statements that run first, one by one
   * @throws SqliteError as all requests do; `isSqliteThreadLost` recognises a thread that ended during the
   * request
   */
  static async open(name: ThreadName, path: string, setup: readonly string[]): Promise<ThreadConnection> {
    const thread = threads.start(name)
    const connection = new ThreadConnection(thread, threads.next())
    await connection.request({ operation: 'open', connection: connection.number, path, setup })
    return connection
  }

  /**
   * Whether its thread is alive. Otherwise the connection must be opened again; its transaction was rolled
   * back.
   */
  get isOpen(): boolean {
    return this.thread.isAlive
  }

  async exec(text: string): Promise<void> {
    await this.request({ operation: 'exec', connection: this.number, text })
  }

  /**
   * Runs one statement. A large result arrives in parts, with the event loop running in between.
   * @param begins begins a transaction before it, with the write lock, unless one is open
   */
  async query(text: string, parameters: readonly unknown[], begins = false): Promise<StatementResult> {
    rejectNul(parameters)
    const sent = this.thread.send({
      operation: 'query',
      connection: this.number,
      text,
      begins,
      ...packParameters(parameters),
    })
    let { columns, rows: batch, isLast, ...changed } = await this.resultOf(sent.response)
    if (!columns || !batch) return { rows: [], ...changed }
    const rows = toObjects(columns, batch)
    while (!isLast) {
      await setImmediate()
      const more = await this.request({ operation: 'more', connection: this.number, of: sent.id })
      for (const row of toObjects(columns, more.rows ?? [])) rows.push(row)
      isLast = more.isLast
    }
    return { rows }
  }

  /** Closes the file after the requests made before. */
  async close(): Promise<void> {
    if (this.isOpen) await this.request({ operation: 'close', connection: this.number })
  }

  private request(request: ThreadRequest) {
    return this.resultOf(this.thread.send(request).response)
  }

  private async resultOf(response: Promise<ThreadResponse>) {
    try {
      const { failure, result, isInTransaction } = await response
      this.isInTransaction = isInTransaction
      if (failure) throw sqliteError(failure)
      return result ?? {}
    } catch (error) {
      if (!this.isOpen) this.isInTransaction = false
      throw error
    }
  }
}

/** Parameters of a message. The bytes of all of them are one buffer, which is transferred and not copied. */
interface PackedParameters {
  readonly parameters: readonly unknown[]
  readonly bytes?: ArrayBuffer
  /** Which parameters are bytes, and where each of them ends in the buffer. */
  readonly ends?: readonly (readonly [index: number, end: number])[]
}

function packParameters(parameters: readonly unknown[]): PackedParameters {
  const isBytes = (value: unknown) => value instanceof Uint8Array
  const length = parameters.reduce<number>((sum, value) => sum + (isBytes(value) ? value.byteLength : 0), 0)
  if (!parameters.some(isBytes)) return { parameters }
  const all = new Uint8Array(length)
  const ends: [number, number][] = []
  let end = 0
  const others = parameters.map((value, index) => {
    if (!isBytes(value)) return value
    all.set(value, end)
    end += value.byteLength
    ends.push([index, end])
    return null
  })
  return { parameters: others, bytes: all.buffer, ends }
}

interface PendingRequest {
  resolve(response: ThreadResponse): void
  reject(error: unknown): void
}

const BUSY = 0
const ENDING = 1
/** How long exiting waits for a running statement, in milliseconds. */
const EXIT_TIMEOUT_MS = 5000

class SqliteThread {
  isAlive = true
  /** Whether the thread is working, and whether the process is exiting. */
  private readonly flags = new Int32Array(new SharedArrayBuffer(8))
  private readonly waiting = new Map<number, PendingRequest>()
  private readonly worker: Worker
  private lastId = 0

  constructor(name: ThreadName) {
    // Turbopack would bundle a literal path. All commands run in the project's folder.
    const file = join(
      /* turbopackIgnore: true */ process.cwd(),
      'lib',
      'store',
      'db',
      'sqlite',
      'sqlite-thread.mjs',
    )
    // Without the flags of this process: a TypeScript loader takes longer to start than everything else. The
    // condition lets server-only modules load outside a bundle.
    const execArgv = ['--conditions=react-server']
    this.worker = new Worker(file, { name, execArgv, workerData: { flags: this.flags.buffer } })
    // Only pending requests keep the process alive.
    this.worker.unref()
    this.worker.on('message', (response: ThreadResponse) => {
      const waiting = this.waiting.get(response.id)
      this.waiting.delete(response.id)
      if (this.waiting.size === 0) this.worker.unref()
      waiting?.resolve(response)
    })
    let cause: unknown
    this.worker.on('error', error => {
      cause = error
    })
    this.worker.on('exit', () => {
      this.isAlive = false
      for (const { reject } of this.waiting.values()) reject(threadLost(cause))
      this.waiting.clear()
    })
  }

  send(request: ThreadRequest): { readonly id: number; readonly response: Promise<ThreadResponse> } {
    const id = ++this.lastId
    const response = new Promise<ThreadResponse>((resolve, reject) => {
      if (!this.isAlive) return reject(threadLost())
      const handedOver = 'bytes' in request && request.bytes ? [request.bytes] : []
      this.worker.postMessage({ ...request, id }, handedOver)
      if (this.waiting.size === 0) this.worker.ref()
      this.waiting.set(id, { resolve, reject })
    })
    return { id, response }
  }

  /** Ends the thread at once, like a crash. For tests. */
  async end(): Promise<void> {
    await this.worker.terminate()
  }

  /**
   * Blocks the event loop until no statement is running: Node would end the thread within a call, and the
   * engine would abort the process.
   * @returns whether the thread became idle in time
   */
  waitUntilIdle(): boolean {
    Atomics.store(this.flags, ENDING, 1)
    return !this.isAlive || Atomics.wait(this.flags, BUSY, 1, EXIT_TIMEOUT_MS) !== 'timed-out'
  }
}

/** The threads of this process, started on first use and shared by all databases. */
class Threads {
  private readonly running = new Map<ThreadName, SqliteThread>()
  private connections = 0

  constructor() {
    process.on('exit', () => {
      const isIdle = [...this.running.values()].map(thread => thread.waitUntilIdle())
      // Like a kill: committed data is in the file.
      if (isIdle.includes(false)) process.kill(process.pid, 'SIGKILL')
    })
  }

  start(name: ThreadName): SqliteThread {
    const running = this.running.get(name)
    if (running?.isAlive) return running
    const thread = new SqliteThread(name)
    this.running.set(name, thread)
    return thread
  }

  next(): number {
    return ++this.connections
  }
}

// Next instantiates a module several times in one process, so shared state lives on globalThis.
const shared = globalThis as { [key: symbol]: Threads | undefined }
const KEY = Symbol.for('lading.sqlite-threads')
shared[KEY] ??= new Threads()
const threads = shared[KEY]

/** Ends a thread at once, like a crash. For tests. */
export const endThread = (name: ThreadName): Promise<void> => threads.start(name).end()
