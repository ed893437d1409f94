import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/** Two years, which preload lists ask for at least one of. */
const STRICT = 'max-age=63072000; includeSubDomains'

/**
 * From now on every response of this process, files of the build and errors included, tells browsers to reach this host
 * and those below it by https only (RFC 6797). Does nothing where browsers use http. Once at start.
 */
export function requireHttps(publicUrl: string): void {
  if (!publicUrl.startsWith('https://')) return
  subscribe('http.server.request.start', message => {
    const { response } = message as { response: ServerResponse }
    response.setHeader('strict-transport-security', STRICT)
  })
}
