import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import { API_PREFIX } from '@/lib/contract/operations'
import { requestPath } from '@/lib/server/request-path'

/** The parts of a request that decide its kind. */
interface RequestHead {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Kind of a request, which decides its limits.
 * - `unsupported`: no handler accepts this method
 * - `open`: build files and the health check, which are cheap and public
 * - `service`: the embedded service, which authenticates before it reads a body
 * - `program`: a program with a key of the desk, which is authenticated before its body is read
 * - `form`: a multipart form, which no handler accepts
 * - `action`: a server action, whose body Next decodes before any code of Lading runs
 * - `desk`: every other request
 */
export type RequestKind = 'unsupported' | 'open' | 'service' | 'program' | 'form' | 'action' | 'desk'

/** Accepted methods. Not TRACE and CONNECT, which would echo headers or open tunnels. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Below these paths are only route handlers of the service, and no page that could run an action. */
const SERVICE_PREFIXES = [`${API_PREFIX}/`, '/simulator/']

/** The description of the service, which is the only path of it that is read. */
const DESCRIPTION_PATH = `${API_PREFIX}/openapi.json`

/** Below this path are only route handlers for programs. */
const PROGRAM_PREFIX = '/desk-api/'

const OPEN_PREFIX = '/_next/static/'

/** The methods that a refusal names: those of the operations, or of any route, because only Next knows its own. */
export function methodsAt(url: string): readonly string[] {
  const path = requestPath(url)
  if (path === DESCRIPTION_PATH) return ['GET', 'HEAD']
  return SERVICE_PREFIXES.some(prefix => path.startsWith(prefix)) ? ['POST'] : METHODS
}

/**
 * The target of a request as Next gets it. Next redirects a target that names its host to that host, and an address with
 * a needless slash to the one without; the server then takes in the whole body, even of a caller without credentials. So
 * the host is removed (RFC 9112 §3.2.2), and addresses of the APIs are served as Next would correct them.
 * @param url as it was sent
 */
export function targetOf(url: string): string {
  const whole = url.startsWith('/') ? `http://host${url}` : url
  if (!URL.canParse(whole)) return url
  const { pathname, search } = new URL(whole)
  if (isApiPath(pathname)) return pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') + search
  return url.startsWith('/') ? url : pathname + search
}

const isApiPath = (path: string): boolean =>
  path.startsWith(PROGRAM_PREFIX) || SERVICE_PREFIXES.some(prefix => path.startsWith(prefix))

/** The kind of a request, decided by its head. */
export function kindOf(head: RequestHead): RequestKind {
  const { method, headers } = head
  if (!METHODS.includes(method)) return 'unsupported'
  const path = requestPath(head.url)
  if (SERVICE_PREFIXES.some(prefix => path.startsWith(prefix))) return 'service'
  if (path.startsWith(PROGRAM_PREFIX)) return 'program'
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && !hasBody(headers) && (path.startsWith(OPEN_PREFIX) || path === '/healthz')) return 'open'
  if (headers['content-type']?.trim().toLowerCase().startsWith('multipart/')) return 'form'
  return method === 'POST' && headers['next-action'] !== undefined ? 'action' : 'desk'
}

/** Whether a body follows the head (RFC 9112 §6.3). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || declaredLength(headers) > 0

/** Content-Length in bytes; 0 without one. */
export const declaredLength = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0)

/**
 * Whether a request names a path that Next can read: a path or URL (not `*`) whose percent encoding is UTF-8. Next
 * responds to any other with a fault.
 * @param url as it was sent
 */
export function isReadablePath(url: string): boolean {
  if (!url.startsWith('/') && !URL.canParse(url)) return false
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/**
 * Whether the state that Next's router sends with its requests has the form of one; Next responds to any
 * other with a fault.
 * @param header `Next-Router-State-Tree`
 */
export function isRouterState(header: string): boolean {
  try {
    return isSegmentState(JSON.parse(decodeURIComponent(header)))
  } catch {
    return false
  }
}

/** A segment and the states of its parallel routes, which have the same form; more members may follow. */
const isSegmentState = (state: unknown): boolean =>
  Array.isArray(state) &&
  (typeof state[0] === 'string' || Array.isArray(state[0])) &&
  typeof state[1] === 'object' &&
  state[1] !== null &&
  !Array.isArray(state[1]) &&
  Object.values(state[1]).every(isSegmentState)
