import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import { API_PREFIX } from '@/lib/contract/operations'

/** What of a request decides how it is let in. */
export interface RequestHead {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Who limits a request.
 * - `unsupported`: nothing here takes this method
 * - `open`: files of the build and the health check, which cost little and are asked for by anybody
 * - `service`: the embedded service, which judges credentials before it reads a body
 * - `form`: a multipart form, which nothing here takes
 * - `action`: a server action, whose body Next decodes before our code runs
 * - `desk`: every other request
 */
export type RequestKind = 'unsupported' | 'open' | 'service' | 'form' | 'action' | 'desk'

/** Methods that something here answers. TRACE and CONNECT are none: they would echo headers, or open tunnels. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Below these paths there are only route handlers of the service, and no page that could run an action. */
const SERVICE_PREFIXES = [`${API_PREFIX}/`, '/simulator/']

const OPEN_PREFIX = '/_next/static/'

/** Judges a request by its head alone. */
export function kindOf(head: RequestHead): RequestKind {
  const { method, headers } = head
  if (!METHODS.includes(method)) return 'unsupported'
  const path = pathOf(head.url)
  if (SERVICE_PREFIXES.some(prefix => path.startsWith(prefix))) return 'service'
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && !hasBody(headers) && (path.startsWith(OPEN_PREFIX) || path === '/healthz')) return 'open'
  if (headers['content-type']?.trim().toLowerCase().startsWith('multipart/')) return 'form'
  return method === 'POST' && headers['next-action'] !== undefined ? 'action' : 'desk'
}

/** Whether a body follows the head (RFC 9112, 6.3). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || declaredLength(headers) > 0

/** The length of the body by its header, in bytes; 0 when it is not said. */
export const declaredLength = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0)

/** The path as Next understands it: dot segments are resolved, and nothing that was sent can name another host. */
function pathOf(url: string): string {
  const whole = url.startsWith('/') ? `http://host${url}` : url
  return URL.canParse(whole) ? new URL(whole).pathname : '/'
}
