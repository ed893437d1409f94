import 'server-only'
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

// Rules for requests to other hosts (docs/security.md). A lookup guard alone is bypassed by every IP literal, and a check
// before the call by DNS rebinding. So the guard checks the literal, every result of the lookup, and the address that
// the socket is connected to.

/** An address that is not public, to which operators must not make this server connect. */
export class BlockedAddress extends Error {
  readonly code = 'ESSRF'
  constructor() {
    super('The address is not open to connections.')
  }
}

/** Global unicast IPv6; addresses outside may embed IPv4, such as ::127.0.0.1. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is public. Addresses that embed IPv4 (mapped, NAT64, 6to4) are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST))
}

/** Whether a host (as in `URL.hostname`) is an IP literal that is not public. */
export function isPrivateLiteral(hostname: string): boolean {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(literal) && !isPublicAddress(literal)
}

type Connector = ReturnType<typeof buildConnector>

/**
 * A connector that refuses addresses that are not public, unless the origin is trusted.
 * @param onConnect called with the socket before HTTP gets it; when it throws, the socket is destroyed
 * @param lookup resolves names of origins that are not trusted
 */
export function guardedConnector(
  trusted: boolean,
  connectTimeoutMs: number,
  onConnect: (socket: Socket) => void,
  lookup = publicLookup(),
): Connector {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    maxCachedSessions: 0,
    allowH2: false,
    // Explicit, so that no environment variable can turn it off.
    rejectUnauthorized: true,
    ...(trusted ? {} : { lookup }),
  })
  return (options, callback) => {
    if (!trusted && isPrivateLiteral(options.hostname)) {
      callback(new BlockedAddress(), null)
      return
    }
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null)
        return
      }
      if (!trusted && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy()
        callback(new BlockedAddress(), null)
        return
      }
      try {
        onConnect(socket)
      } catch (stop) {
        socket.destroy()
        callback(stop instanceof Error ? stop : new Error(String(stop)), null)
        return
      }
      callback(null, socket)
    })
  }
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** The part of `dns.lookup` that is used here. */
type Lookup = (
  hostname: string,
  options: { all: true; family: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A lookup for sockets that fails when one of the addresses is not public. */
export function publicLookup(resolve: Lookup = dnsLookup) {
  return (hostname: string, options: { all?: boolean; family?: unknown }, callback: LookupCallback) => {
    const family = options.family === 4 || options.family === 6 ? options.family : 0
    resolve(hostname, { all: true, family }, (error, addresses) => {
      const first = addresses?.[0]
      if (error) callback(error, '')
      else if (!first || !addresses.every(one => isPublicAddress(one.address)))
        callback(new BlockedAddress(), '')
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
