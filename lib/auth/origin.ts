import 'server-only'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether a request comes from a page of ours: its Origin header is there and is the origin of `publicUrl`. Hosts
 * that headers claim to have been forwarded play no part. Where the public origin is this very machine, its other
 * names on the same port are the same desk.
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
