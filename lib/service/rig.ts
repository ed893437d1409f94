import 'server-only'
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { type OperationId, operations } from '@/lib/contract/operations'
import { readStrictJson } from '@/lib/contract/strict-json'
import { type IssuedCredentials, issueCredentials } from '@/lib/store/credentials'
import type { Database } from '@/lib/store/database'
import { type Keyring, makeKeyring } from '@/lib/store/keyring'
import { Gate } from './gate'
import { type Routes, serveRoutes } from './http'
import { onlyPost } from './problems'
import { type Ground, serve } from './serve'

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as JSON (integers beyond 2^53 as bigint), or as text when it is none. */
  readonly body: unknown
  /** The body as it came. */
  readonly text: string
}

/** How a test sends something unusual. */
export interface Sending {
  /** Names and values in turn, as on the wire, so that a header can stand twice. Replaces the usual ones. */
  readonly headers?: readonly string[]
  readonly method?: string
  /** Sends the body in these pieces, without a length. */
  readonly chunks?: readonly (string | Uint8Array)[]
}

/** The embedded service over real HTTP, and a caller with credentials. Test helper. */
export interface Rig {
  readonly ring: Keyring
  readonly credentials: IssuedCredentials
  /** Where the service listens: for callers that misbehave. */
  readonly origin: string
  send(operation: OperationId, body: unknown, how?: Sending): Promise<Answer>
  close(): Promise<void>
}

/**
 * Serves the operations from a database of the test. A body that is text or bytes is sent as it is.
 * @param others routes that stand on the same ground
 */
export async function openRig(
  database: Database,
  ground: Partial<Ground> = {},
  others: (ground: Ground) => Routes = () => ({}),
): Promise<Rig> {
  const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
  const credentials = await issueCredentials(database.kysely, ring, 'Hanbit Store')
  const gate = new Gate({ long: 8, short: 50 })
  const whole: Ground = {
    database: async () => database,
    keyring: () => ring,
    warehouses: () => [],
    limits: () => ({ maxBodyBytes: 1_000_000, idle: 5000, minRate: 1024 }),
    gate: () => gate,
    spoolDirectory: tmpdir,
    report: (_, error) => {
      throw error
    },
    ...ground,
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

function exchange(url: string, how: Sending, body: string | Uint8Array): Promise<Answer> {
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
