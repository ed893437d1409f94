import 'server-only'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Failure, refuseNul, sqliteError, threadLost } from './sqlite-error'
import { toObjects } from './sqlite-statements.mjs'

/** What a thread does with its connections: those that write never wait for one that reads for long. */
export type ThreadName = 'writer' | 'reader 1' | 'reader 2'

/** What a statement gave: rows, or how many it changed. */
export interface StatementResult {
  readonly rows: readonly unknown[]
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
}

/** A request as `lib/store/sqlite-thread.mjs` takes it. */
type Request =
  | { readonly operation: 'open'; readonly connection: number; path: string; setup: readonly string[] }
  | { readonly operation: 'exec'; readonly connection: number; text: string }
  | ({ readonly operation: 'query'; readonly connection: number; text: string } & Packed)
  | { readonly operation: 'more'; readonly connection: number; of: number }
  | { readonly operation: 'close'; readonly connection: number }

interface Answer {
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
 * A connection to a SQLite file that lives in a thread: its statements, and the commits that sync, run beside the event
 * loop (docs/decisions/0054). Requests are carried out in the order in which they were made.
 */
export class ThreadConnection {
  /** Whether a transaction was open when the last answer came. */
  isInTransaction = false

  private constructor(
    private readonly thread: SqliteThread,
    private readonly number: number,
  ) {}

  /**
   * Opens a file, and makes it when it is not there.
   * @param setup statements that are run first, each by itself
   * @throws SqliteError as all requests do; one whose thread ended within it, as `isSqliteAway` tells
   */
  static async open(name: ThreadName, path: string, setup: readonly string[]): Promise<ThreadConnection> {
    const thread = threads.start(name)
    const connection = new ThreadConnection(thread, threads.next())
    await connection.request({ operation: 'open', connection: connection.number, path, setup })
    return connection
  }

  /** Whether its thread still lives. One that does not has to be opened again; its transaction was rolled back. */
  get isOpen(): boolean {
    return this.thread.isAlive
  }

  async exec(text: string): Promise<void> {
    await this.request({ operation: 'exec', connection: this.number, text })
  }

  /** Runs one statement. A large result is taken in piece by piece, with the event loop turning. */
  async query(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    refuseNul(parameters)
    const asked = this.thread.ask({
      operation: 'query',
      connection: this.number,
      text,
      ...packed(parameters),
    })
    let { columns, rows: some, isLast, ...changed } = await this.answer(asked.answered)
    if (!columns || !some) return { rows: [], ...changed }
    const rows = toObjects(columns, some)
    while (!isLast) {
      await setImmediate()
      const more = await this.request({ operation: 'more', connection: this.number, of: asked.id })
      for (const row of toObjects(columns, more.rows ?? [])) rows.push(row)
      isLast = more.isLast
    }
    return { rows }
  }

  /** Closes the file; what was asked for before is done first. */
  async close(): Promise<void> {
    if (this.isOpen) await this.request({ operation: 'close', connection: this.number })
  }

  private request(request: Request) {
    return this.answer(this.thread.ask(request).answered)
  }

  private async answer(answered: Promise<Answer>) {
    try {
      const { failure, result, isInTransaction } = await answered
      this.isInTransaction = isInTransaction
      if (failure) throw sqliteError(failure)
      return result ?? {}
    } catch (error) {
      if (!this.isOpen) this.isInTransaction = false
      throw error
    }
  }
}

/** Parameters as a message carries them: the bytes of all of them in one piece, which is handed over and not copied. */
interface Packed {
  readonly parameters: readonly unknown[]
  readonly bytes?: ArrayBuffer
  /** Which parameters are bytes, and where each of them ends. */
  readonly ends?: readonly (readonly [index: number, end: number])[]
}

function packed(parameters: readonly unknown[]): Packed {
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

interface Waiting {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

const BUSY = 0
const ENDING = 1
/** How long the end of the process waits for a statement, in milliseconds. */
const LONGEST_END = 5000

class SqliteThread {
  isAlive = true
  /** Whether the thread is at work, and whether the process ends. */
  private readonly flags = new Int32Array(new SharedArrayBuffer(8))
  private readonly waiting = new Map<number, Waiting>()
  private readonly worker: Worker
  private asked = 0

  constructor(name: ThreadName) {
    // Turbopack would take the folder for something to bundle. All commands run in the project's folder.
    const file = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'store', 'sqlite-thread.mjs')
    // Without the flags of this process: a loader for TypeScript takes longer to start than all the rest.
    this.worker = new Worker(file, { name, execArgv: [], workerData: { flags: this.flags.buffer } })
    // Only what is under way keeps the process from ending.
    this.worker.unref()
    this.worker.on('message', (answer: Answer) => {
      const waiting = this.waiting.get(answer.id)
      this.waiting.delete(answer.id)
      if (this.waiting.size === 0) this.worker.unref()
      waiting?.resolve(answer)
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

  ask(request: Request): { readonly id: number; readonly answered: Promise<Answer> } {
    const id = ++this.asked
    const answered = new Promise<Answer>((resolve, reject) => {
      if (!this.isAlive) return reject(threadLost())
      const handedOver = 'bytes' in request && request.bytes ? [request.bytes] : []
      this.worker.postMessage({ ...request, id }, handedOver)
      if (this.waiting.size === 0) this.worker.ref()
      this.waiting.set(id, { resolve, reject })
    })
    return { id, answered }
  }

  /** Ends the thread at once, as trouble would. For tests. */
  async end(): Promise<void> {
    await this.worker.terminate()
  }

  /**
   * Waits, with the event loop standing still, until no statement runs: Node would end the thread within one, which the
   * engine answers by aborting the process.
   * @returns whether it came to that
   */
  settle(): boolean {
    Atomics.store(this.flags, ENDING, 1)
    return !this.isAlive || Atomics.wait(this.flags, BUSY, 1, LONGEST_END) !== 'timed-out'
  }
}

/** The threads of this process: started when first asked for, shared by all of its databases. */
class Threads {
  private readonly running = new Map<ThreadName, SqliteThread>()
  private connections = 0

  constructor() {
    process.on('exit', () => {
      const isSettled = [...this.running.values()].map(thread => thread.settle())
      // As for a process that is killed: what was committed is in the file.
      if (isSettled.includes(false)) process.kill(process.pid, 'SIGKILL')
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

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: Threads | undefined }
const KEY = Symbol.for('lading.sqlite-threads')
shared[KEY] ??= new Threads()
const threads = shared[KEY]

/** Ends a thread at once, as trouble would. For tests. */
export const endThread = (name: ThreadName): Promise<void> => threads.start(name).end()
