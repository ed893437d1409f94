import 'server-only'
import { randomBytes } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http'
import { publish } from '@/lib/telemetry/events'
import { isInternal } from './internal-servers'
import type { RoutePatterns } from './route-patterns'

interface RequestStart {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: Server
}

/** The response header that names a request. */
export const REQUEST_ID_HEADER = 'x-request-id'

/**
 * Publishes an event for each request of this process when its response ends, and gives each response an
 * `X-Request-Id`. Requests that are refused before Next sees them are included. Call it once at start.
 */
export function watchRequests(routes: Pick<RoutePatterns, 'of'>): void {
  subscribe('http.server.request.start', message => {
    const { request, response, server } = message as RequestStart
    if (isInternal(server)) return
    const startedAt = performance.now()
    // A kept connection has sent earlier responses.
    const { socket } = request
    const sentBefore = socket.bytesWritten
    const id = randomBytes(8).toString('hex')
    response.setHeader(REQUEST_ID_HEADER, id)
    // Read now: Next rewrites the address of some requests.
    const { method = '', url = '/' } = request
    response.once('close', () =>
      publish('request', {
        id,
        method: METHODS.includes(method) ? method : 'other',
        route: routes.of(url),
        status: response.headersSent ? response.statusCode : 0,
        isAborted: !response.writableFinished,
        isStream: String(response.getHeader('content-type') ?? '').startsWith('text/event-stream'),
        ms: performance.now() - startedAt,
        bytes: socket.bytesWritten - sentBefore,
      }),
    )
  })
}
