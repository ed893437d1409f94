import 'server-only'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'

/** Route handlers by method and path, as Next would find them. */
export type Routes = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>

/** Serves route handlers over real HTTP on a free port of 127.0.0.1. The caller closes it. */
export async function serveRoutes(routes: Routes): Promise<{ origin: string; server: Server }> {
  const server = createServer(async (incoming, outgoing) => {
    const handler = routes[`${incoming.method} ${incoming.url}`]
    if (!handler) return outgoing.writeHead(404).end()
    const gone = new AbortController()
    outgoing.on('close', () => outgoing.writableFinished || gone.abort())
    const response = await handler(toRequest(incoming, gone.signal))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    try {
      await pipeline(
        response.body ? Readable.fromWeb(response.body as WebStream) : Readable.from([]),
        outgoing,
      )
    } catch {
      // The client disconnected; the handler was aborted.
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = Object.entries(incoming.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  })
}
