import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Two years; preload lists require at least one. */
const STRICT = 'max-age=63072000; includeSubDomains'

/**
 * Adds Strict-Transport-Security (RFC 6797) to every response of this process, static files and errors
 * included. Does nothing for an HTTP origin. Call once at start.
 */
export function requireHttps(publicUrl: string): void {
  if (!publicUrl.startsWith('https://')) return
  subscribe('http.server.request.start', message => {
    const { response } = message as { response: ServerResponse }
    response.setHeader('strict-transport-security', STRICT)
  })
}
