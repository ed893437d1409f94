import 'server-only'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a request comes from a page of Lading: its Origin header is present and equals the origin of
 * `publicUrl`. Forwarded host headers are ignored. If the public origin is a loopback address, all loopback
 * names with the same port are accepted.
 */
export function isOwnOrigin(origin: string | null | undefined, publicUrl: string): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const own = new URL(publicUrl)
  const given = new URL(origin)
  if (given.origin !== origin) return false
  if (given.origin === own.origin) return true
  const bothLocal = LOOPBACK.includes(own.hostname) && LOOPBACK.includes(given.hostname)
  return bothLocal && given.protocol === own.protocol && given.port === own.port
}
