import 'server-only'
import { Worker } from 'node:worker_threads'
import { unpackLines } from '@/lib/import/lines/compact/pack-lines'
import type { Texts } from '@/lib/sheet/schema/line'
import type { ImportSources } from './import-sources'
import type {
  CallMessage,
  FileToRead,
  OpenedFile,
  ReplyMessage,
  SourceCalls,
  ThreadCalls,
} from './thread-protocol'

export interface FileImportLimits {
  /** How long one step may take, in milliseconds. */
  readonly stepMs: number
  /** JavaScript memory of the thread, in megabytes. */
  readonly heapMegabytes: number
}

/** A file of 100,000 rows takes some seconds and 400 MB; hostile ones are ended soon after. */
export const DEFAULT_LIMITS: FileImportLimits = { stepMs: 120_000, heapMegabytes: 1536 }

/** The thread of a file ended before it responded: the file took too much time or memory. */
export class ThreadGone extends Error {
  constructor(override readonly cause: 'time' | 'memory') {
    super(`The thread that read the file ended: ${cause}.`)
    this.name = 'ThreadGone'
  }
}

/** A file that a thread reads. Every method but `close` throws ThreadGone once the thread has ended. */
export interface FileImport {
  open(file: FileToRead): Promise<OpenedFile>
  nextLines(limit: number): Promise<{ readonly lines: readonly Texts[]; readonly isLast: boolean }>
  /** The next packed rows of the imported tables; undefined after the last ones. */
  nextRows(): Promise<ThreadCalls['rows']['out']>
  counts(): Promise<ThreadCalls['counts']['out']>
  close(): Promise<void>
}

/**
 * Starts a thread for one file.
 * @param spawn starts the thread; tests start a bundle of its own
 */
export function startFileImport(
  sources: ImportSources,
  limits: FileImportLimits = DEFAULT_LIMITS,
  spawn: (heapMegabytes: number) => Worker = spawnThread,
): FileImport {
  const worker = spawn(limits.heapMegabytes)
  worker.stderr.resume()
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let gone: Error | undefined

  const end = (cause: Error) => {
    gone ??= cause
    for (const { reject } of pending.values()) reject(gone)
    pending.clear()
  }
  // Only a lack of memory is the fault of the file; any other error of the thread is a bug.
  worker.on('error', error => end(isOutOfMemory(error) ? new ThreadGone('memory') : error))
  worker.on('exit', () => end(new Error('The thread that reads a file ended.')))
  worker.on('message', (message: CallMessage | ReplyMessage) => {
    if ('call' in message) return void respond(worker, sources, message)
    const request = pending.get(message.reply)
    pending.delete(message.reply)
    if (message.failed) request?.reject(new Error('A file could not be read.'))
    else request?.resolve(message.value)
  })

  const call = async <Call extends keyof ThreadCalls>(
    name: Call,
    input: ThreadCalls[Call]['in'],
    transfer: ArrayBuffer[] = [],
  ): Promise<ThreadCalls[Call]['out']> => {
    if (gone) throw gone
    const id = ++lastId
    const response = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))
    const timer = setTimeout(() => {
      end(new ThreadGone('time'))
      void worker.terminate()
    }, limits.stepMs)
    try {
      worker.postMessage({ call: name, id, input } satisfies CallMessage, transfer)
      return (await response) as ThreadCalls[Call]['out']
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    open: file => call('open', file, transferable(file.bytes)),
    nextLines: async limit => {
      const { packed, isLast } = await call('lines', { limit })
      return { lines: unpackLines(packed), isLast }
    },
    nextRows: () => call('rows', {}),
    counts: () => call('counts', {}),
    close: async () => {
      end(new Error('The file is closed.'))
      await worker.terminate()
    },
  }
}

// Next bundles the thread at this expression, whose options must be written here.
const spawnThread = (heapMegabytes: number) =>
  new Worker(new URL('./import-thread.ts', import.meta.url), {
    execArgv: [],
    env: {},
    // What hostile files make the thread write is dropped.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The memory of bytes, if nothing else is in it: it is moved to the thread instead of copied. */
const transferable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

async function respond(
  worker: Worker,
  sources: ImportSources,
  { call, id, input }: CallMessage,
): Promise<void> {
  const handle = sources[call as keyof SourceCalls] as (input: unknown) => Promise<unknown>
  try {
    worker.postMessage({ reply: id, value: await handle(input) } satisfies ReplyMessage)
  } catch {
    // A source that cannot be loaded fills nothing, as in a page.
    worker.postMessage({ reply: id, failed: true } satisfies ReplyMessage)
  }
}
