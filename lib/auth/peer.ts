import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { AddressRange } from '@/lib/env'

/** Carries the address of the socket to route handlers, which never see the socket. What a client sends in it is lost. */
export const PEER_HEADER = 'x-lading-peer'

/** From now on every request of this process says who is at the other end of its socket. Once at start. */
export function notePeers(): void {
  subscribe('http.server.request.start', message => {
    const { request } = message as { request: IncomingMessage }
    request.headers[PEER_HEADER] = request.socket.remoteAddress ?? ''
  })
}

/**
 * The address of the client: that of the socket or, where a trusted proxy is at its other end, the last address in
 * X-Forwarded-For that is not of a trusted proxy. Proxies append the address that they see, so what is further left may
 * be made up by the client.
 * @param trusted `env().trustedProxies`
 */
export function addressOf(headers: Pick<Headers, 'get'>, trusted: readonly AddressRange[]): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  let address = plain(headers.get(PEER_HEADER) ?? '')
  while (isTrusted(address, trusted)) {
    const before = plain(withoutPort(forwarded.pop()?.trim() ?? ''))
    if (!ipaddr.isValid(before)) break
    address = before
  }
  return address
}

/** What an address is counted by: itself, or the /64 of an IPv6 address, since each client has all of one at hand. */
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

/** One spelling an address; an IPv4 address in IPv6 clothes is that IPv4 address. */
const plain = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)
