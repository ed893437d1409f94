import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** Metrics as Prometheus reads them. A registry of prom-client is one. */
export interface MetricsSource {
  readonly contentType: string
  metrics(): Promise<string>
}

interface Scrape {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Next compiles a module several times into one process, so shared state is kept on globalThis.
const shared = globalThis as { [key: symbol]: { source: MetricsSource; token: string } | undefined }
const KEY = Symbol.for('lading.metrics')

/** Lets the route `/metrics` of this process show metrics to callers with a token. */
export function exposeMetrics(source: MetricsSource, token: string): void {
  shared[KEY] = { source, token }
}

/**
 * The response of the route `/metrics`: 404 until metrics are exposed.
 * @param authorization the header of the request
 */
export async function metricsResponse(authorization: string | null): Promise<Response> {
  const exposed = shared[KEY]
  const { status, headers, body } = exposed
    ? await scrape(exposed.source, exposed.token, authorization ?? undefined)
    : plain(404, 'not found')
  return new Response(body, { status, headers })
}

/**
 * Serves `/metrics`, and nothing else, at an address of its own.
 * @param token required from callers if there is one
 * @returns the server. @throws if it cannot listen there
 */
export async function serveMetrics(
  source: MetricsSource,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string | undefined },
): Promise<Server> {
  const respond = (path: string, method: string, authorization: string | undefined) => {
    if (path !== '/metrics') return plain(404, 'not found')
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed', { allow: 'GET, HEAD' })
    return scrape(source, token, authorization)
  }
  const server = createServer(async ({ url = '', method = '', headers: sent }, response) => {
    try {
      const { status, headers, body } = await respond(url.split('?', 1)[0] ?? '', method, sent.authorization)
      response.writeHead(status, headers).end(body)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server.unref()
}

async function scrape(
  source: MetricsSource,
  token: string | undefined,
  authorization: string | undefined,
): Promise<Scrape> {
  if (token !== undefined && !isAuthorized(authorization, token))
    return plain(401, 'unauthorized', { 'www-authenticate': 'Bearer' })
  return plain(200, await source.metrics(), { 'content-type': source.contentType })
}

const plain = (status: number, body: string, headers: Scrape['headers'] = {}): Scrape => ({
  status,
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...headers },
  body,
})

/** Compares in constant time, whatever the lengths. */
function isAuthorized(authorization: string | undefined, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
