import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OperationId, operations } from '@/lib/contract/operations'
import { ConcurrencyLimiter } from '@/lib/service/concurrency-limiter'
import { type ServiceDependencies, serve } from '@/lib/service/serve'
import { type Database, openDatabase } from '@/lib/store/db/database'
import { loadKeys, makeKeyring } from '@/lib/store/secrets/keyring'
import { issueCredentials } from '@/lib/store/service/credentials'
import { sampleOrder } from '@/testing/service/samples'

/** The embedded service with its own database, without a server. */
export interface ServiceBench {
  readonly dataDir: string
  readonly database: Database
  readonly accessToken: string
  readonly dependencies: ServiceDependencies
  /** Sends a body in chunks, as from a socket, and returns the JSON. */
  ask(operation: OperationId, body: Iterable<Uint8Array>): Promise<unknown>
  close(): Promise<void>
}

/** Opens a service on SQLite, or on the empty PostgreSQL of a URL. The caller closes it. */
export async function openBench(databaseUrl?: string): Promise<ServiceBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl })
  const ring = makeKeyring(loadKeys(dataDir))
  const { accessToken } = await issueCredentials(database.kysely, ring, 'bench')
  const gate = new ConcurrencyLimiter({ long: 4, short: 4 })
  const dependencies: ServiceDependencies = {
    database: async () => database,
    keyring: () => ring,
    warehouses: () => [],
    limits: () => ({ maxBodyBytes: Number.POSITIVE_INFINITY, idle: 30_000, minRate: 1024 }),
    limiter: () => gate,
    spoolDirectory: () => dataDir,
    report: (_, error) => console.error(error),
  }
  const send = (id: OperationId, chunks: Iterable<Uint8Array>) => {
    const iterator = chunks[Symbol.iterator]()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
    })
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return serve(operations[id], dependencies)(new Request(`http://127.0.0.1${operations[id].path}`, init))
  }
  return {
    dataDir,
    database,
    accessToken,
    dependencies,
    ask: async (id, body) => (await send(id, body)).json(),
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Sample orders as JSON texts, with different numbers that start with `prefix`. */
export function* orderTexts(count: number, prefix: string): Generator<string> {
  const [head, tail] = JSON.stringify(sampleOrder({ mallOrderNumber: '#' })).split('#')
  for (let i = 0; i < count; i++) yield `${head}${prefix}-${100_000 + i}${tail}`
}

/** Orders as the body of a request, in chunks of about 64 KB. */
export function* bodyChunks(orders: Iterable<string>): Generator<Uint8Array> {
  let text = '{"data":['
  let comma = ''
  for (const order of orders) {
    text += comma + order
    comma = ','
    if (text.length < 50_000) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}]}`)
}

/** The time of a call in milliseconds, after a garbage collection. */
export async function time(act: () => unknown): Promise<number> {
  globalThis.gc?.()
  const start = performance.now()
  await act()
  return performance.now() - start
}
