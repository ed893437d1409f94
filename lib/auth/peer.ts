import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

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
 * The address that tries to sign in are counted by. X-Forwarded-For is believed only when `behindProxy`, and then
 * only its last entry, the one that the proxy itself wrote, and only from a proxy on a private address.
 */
export function addressOf(headers: Pick<Headers, 'get'>, behindProxy: boolean): string {
  const peer = plain(headers.get(PEER_HEADER) ?? '')
  const isPrivate = ipaddr.isValid(peer) && ipaddr.parse(peer).range() !== 'unicast'
  if (!behindProxy || !isPrivate) return peer
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  return ipaddr.isValid(forwarded) ? plain(forwarded) : peer
}

/** One spelling an address; an IPv4 address in IPv6 clothes is that IPv4 address. */
const plain = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)
