import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * From now on a request with two Authorization headers shows both, joined by a comma, and so proves nobody. Node
 * keeps the first and hides the rest: what a proxy judged and what we judge could be two different ones. Once at start.
 */
export function showRepeatedAuthorization(): void {
  subscribe('http.server.request.start', message => {
    const { request } = message as { request: IncomingMessage }
    const sent = request.headersDistinct.authorization
    if (sent && sent.length > 1) request.headers.authorization = sent.join(', ')
  })
}
