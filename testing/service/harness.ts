import 'server-only'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import { API_PREFIX, type OperationId, operations } from '@/lib/contract/operations'
import { ConcurrencyLimiter } from '@/lib/service/concurrency-limiter'
import { onlyPost } from '@/lib/service/problems'
import { type ServiceDependencies, serve } from '@/lib/service/serve'
import type { Database } from '@/lib/store/db/database'
import { type Keyring, makeKeyring } from '@/lib/store/secrets/keyring'
import { type IssuedCredentials, issueCredentials } from '@/lib/store/service/credentials'
import { type Routes, serveRoutes } from './routes-server'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as JSON (integers beyond 2^53 as bigint), or as text when it is not JSON. */
  readonly body: unknown
  /** The raw body. */
  readonly text: string
}

/** How a request differs from the usual one. */
interface RequestOptions {
  /**
   * Names and values alternately, as on the wire, so that a header can be repeated. Replaces the usual
   * headers.
   */
  readonly headers?: readonly string[]
  readonly method?: string
  /** Sends the body in these chunks, without Content-Length. */
  readonly chunks?: readonly (string | Uint8Array)[]
}

/** The embedded service over HTTP, and a client with credentials. */
export interface ServiceHarness {
  readonly ring: Keyring
  readonly credentials: IssuedCredentials
  /** The origin of the service, for unusual clients. */
  readonly origin: string
  send(operation: OperationId, body: unknown, how?: RequestOptions): Promise<HttpResponse>
  close(): Promise<void>
}

/** The operations below the prefix by which clients call them: further routes of a harness. */
export const clientRoutes = (dependencies: ServiceDependencies): Routes =>
  Object.fromEntries(
    Object.values(operations).map(one => [`POST ${API_PREFIX}${one.path}`, serve(one, dependencies)]),
  )

/**
 * Serves the operations from a database of the test. A body that is text or bytes is sent unchanged.
 * @param others further routes with the same dependencies
 */
export async function openHarness(
  database: Database,
  dependencies: Partial<ServiceDependencies> = {},
  others: (dependencies: ServiceDependencies) => Routes = () => ({}),
): Promise<ServiceHarness> {
  const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
  const credentials = await issueCredentials(database.kysely, ring, 'Hanbit Store')
  const limiter = new ConcurrencyLimiter({ long: 8, short: 50 })
  const whole: ServiceDependencies = {
    database: async () => database,
    keyring: () => ring,
    warehouses: () => [],
    limits: () => ({ maxBodyBytes: 1_000_000, idle: 5000, minRate: 1024 }),
    limiter: () => limiter,
    spoolDirectory: tmpdir,
    report: (_, error) => {
      throw error
    },
    ...dependencies,
  }
  const { origin, server } = await serveRoutes({
    ...others(whole),
    ...Object.fromEntries(
      Object.values(operations).flatMap(operation => [
        [`POST ${operation.path}`, serve(operation, whole)],
        [`GET ${operation.path}`, onlyPost.GET],
        [`DELETE ${operation.path}`, onlyPost.DELETE],
      ]),
    ),
  })
  const usual = ['authorization', `Bearer ${credentials.accessToken}`, 'content-type', 'application/json']
  return {
    ring,
    credentials,
    origin,
    send: (operation, body, how = {}) =>
      exchange(`${origin}${operations[operation].path}`, { headers: usual, ...how }, bodyOf(body)),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bodyOf = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)

function exchange(url: string, how: RequestOptions, body: string | Uint8Array): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const headers = ['host', host, ...(how.headers ?? [])]
    if (!how.chunks) headers.push('content-length', String(Buffer.byteLength(body)))
    else headers.push('transfer-encoding', 'chunked')
    const outgoing = request(url, { method: how.method ?? 'POST', headers }, async incoming => {
      const chunks: Uint8Array[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const read = readStrictJson(bytes)
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        body: read.ok ? structuredClone(read.value) : bytes.toString(),
        text: bytes.toString(),
      })
    })
    outgoing.on('error', reject)
    for (const chunk of how.chunks ?? []) outgoing.write(chunk)
    outgoing.end(how.chunks ? undefined : body)
  })
}
