import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * Joins repeated Authorization headers with a comma, so that such a request is not authenticated. Node keeps
 * only the first one, so a proxy and Lading could judge different credentials. Call once at start.
 */
export function exposeRepeatedAuthorization(): void {
  subscribe('http.server.request.start', message => {
    const { request } = message as { request: IncomingMessage }
    const sent = request.headersDistinct.authorization
    if (sent && sent.length > 1) request.headers.authorization = sent.join(', ')
  })
}
