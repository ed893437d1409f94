import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { AddressRange } from '@/lib/env'

/**
 * Carries the address of the socket to route handlers, which cannot see the socket. A value sent by a client
 * is overwritten.
 */
export const PEER_HEADER = 'x-lading-peer'

/** Adds the remote address of the socket to every request of this process. Call once at start. */
export function recordPeerAddresses(): void {
  subscribe('http.server.request.start', message => {
    const { request } = message as { request: IncomingMessage }
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? ''
  })
}

/**
 * The client's address: that of the socket or, behind trusted proxies, the last address in X-Forwarded-For
 * that is not a trusted proxy. Proxies append the address that they see, so a client can forge only the
 * entries to its left.
 * @param trusted `env().trustedProxies`
 */
export function clientAddress(headers: Pick<Headers, 'get'>, trusted: readonly AddressRange[]): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  let address = normalizeAddress(headers.get(PEER_HEADER) ?? '')
  while (isTrusted(address, trusted)) {
    const before = normalizeAddress(withoutPort(forwarded.pop()?.trim() ?? ''))
    if (!ipaddr.isValid(before)) break
    address = before
  }
  return address
}

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address because each client has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/64`).toString()}/64`
}

function isTrusted(address: string, trusted: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return trusted.some(([first, bits]) => parsed.kind() === first.kind() && parsed.match(first, bits))
}

/** Some proxies write the port of the client, too: `203.0.113.7:443`, `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop

/** The canonical spelling of an address; an IPv4-mapped IPv6 address becomes the IPv4 address. */
const normalizeAddress = (address: string) =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
