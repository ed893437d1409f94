import 'server-only'
import { API_PREFIX } from '@/lib/contract/operations'
import { isPrivateLiteral } from './address-guard'

/** Why a text is not a base URL; the sentences are under `connections.baseUrl` in lib/words. */
export type BaseUrlProblem =
  | 'not-a-url'
  | 'not-https'
  | 'user-info'
  | 'query-or-fragment'
  | 'path'
  | 'port'
  | 'private-address'

/** The path of the API or of an operation, which follows the base URL in the documentation that it is copied from. */
const API_PATH = new RegExp(`${API_PREFIX}(/.*)?$`)

type BaseUrlReading = { ok: true; url: string } | { ok: false; code: BaseUrlProblem }

/**
 * Parses the base URL of a connection that an operator typed: an origin and an optional path prefix. It checks the text
 * only; a name that resolves to a private address is refused at the time of the connection.
 * @param allow origins of OUTBOUND_ALLOW, such as `http://127.0.0.1:9900`: only these may use http, another port, or a
 *   private address
 * @returns the URL without a trailing slash and without the path of the API
 */
export function parseBaseUrl(text: string, allow: readonly string[]): BaseUrlReading {
  const typed = text.trim()
  // The text itself is parsed, because URL repairs what must be rejected: backslashes, missing slashes, tabs, dot
  // segments.
  const parts = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s]+)((?:\/[^?#\\\s]*)?)(.*)$/is.exec(typed)
  if (!parts || !URL.canParse(typed)) return rejected('not-a-url')
  const [, authority = '', path = '', rest = ''] = parts
  if (authority.includes('@')) return rejected('user-info')
  if (rest !== '') return rejected(/^[?#]/.test(rest) ? 'query-or-fragment' : 'not-a-url')
  if (!isPlainPath(path)) return rejected('path')

  const url = new URL(typed)
  // With and without the dot at its end a name is one service, which must get each order once.
  url.hostname = url.hostname.replace(/\.$/, '')
  const reading = {
    ok: true,
    url: (url.origin + url.pathname).replace(API_PATH, '').replace(/\/$/, ''),
  } as const
  if (isHttp(url) && allow.includes(url.origin)) return reading
  if (url.protocol !== 'https:') return rejected('not-https')
  if (isPrivateHost(url.hostname)) return rejected('private-address')
  if (url.port !== '') return rejected('port')
  return reading
}

const rejected = (code: BaseUrlProblem): BaseUrlReading => ({ ok: false, code })

const isHttp = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/**
 * Whether a path has only plain segments and at most one trailing slash: nothing that a server may read as `.` or `/`.
 */
function isPlainPath(path: string): boolean {
  if (path === '' || path === '/') return true
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  return segments.every(segment => /^[\w.~!$&'()*+,;=:@-]+$/.test(segment) && !/^\.{1,2}$/.test(segment))
}

const isPrivateHost = (host: string): boolean =>
  isPrivateLiteral(host) || host === 'localhost' || host.endsWith('.localhost')
