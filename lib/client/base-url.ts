import 'server-only'
import { isPrivateLiteral } from './guard'

/** Why a text is no base URL. Each has its sentence under `connections.baseUrl` in lib/words. */
export type BaseUrlTrouble =
  | 'not-a-url'
  | 'not-https'
  | 'user-info'
  | 'query-or-fragment'
  | 'path'
  | 'port'
  | 'private-address'

export type BaseUrlReading = { ok: true; url: string } | { ok: false; code: BaseUrlTrouble }

/**
 * Reads what an operator typed as the base URL of a connection: an origin and, where the service needs it, a path
 * prefix. `allow` lists origins (`http://127.0.0.1:9900`) that the deployer named in OUTBOUND_ALLOW: exactly these
 * may be http, on another port, or on a private address. The url that comes out has no slash at its end.
 *
 * This judges the text alone. A name that resolves to a private address is refused when the connection is made.
 */
export function parseBaseUrl(text: string, allow: readonly string[]): BaseUrlReading {
  const typed = text.trim()
  // The scheme and what follows it are read from the text, because URL mends what should be refused:
  // backslashes, missing slashes, tabs, dot segments.
  const parts = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\\\s]+)([^?#\\\s]*)(.*)$/i.exec(typed)
  if (!parts || !URL.canParse(typed)) return refused('not-a-url')
  const [, authority = '', path = '', rest = ''] = parts
  if (authority.includes('@')) return refused('user-info')
  if (rest !== '') return refused(/^[?#]/.test(rest) ? 'query-or-fragment' : 'not-a-url')
  if (!isPlainPath(path)) return refused('path')

  const url = new URL(typed)
  const reading = { ok: true, url: (url.origin + url.pathname).replace(/\/$/, '') } as const
  if (isHttp(url) && allow.includes(url.origin)) return reading
  if (url.protocol !== 'https:') return refused('not-https')
  if (isPrivateHost(url.hostname)) return refused('private-address')
  if (url.port !== '') return refused('port')
  return reading
}

/** The origin of a base URL that `parseBaseUrl` let through. Stored secrets belong to it. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin

const refused = (code: BaseUrlTrouble): BaseUrlReading => ({ ok: false, code })

const isHttp = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** Segments of ordinary characters, at most one slash at the end; nothing that a server may read as `.` or `/`. */
function isPlainPath(path: string): boolean {
  if (path === '' || path === '/') return true
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  return segments.every(segment => /^[\w.~!$&'()*+,;=:@-]+$/.test(segment) && !/^\.{1,2}$/.test(segment))
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return isPrivateLiteral(host) || host === 'localhost' || host.endsWith('.localhost')
}
