import 'server-only'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (request: IncomingMessage, socket: Socket, head: Buffer) => void

/**
 * From now on a request that offers to upgrade to another protocol (`Upgrade: h2c`, as curl --http2 and Java's
 * HttpClient send) is answered in HTTP/1.1, as RFC 9110, section 7.8 lets a server do. Next listens for upgrades, for
 * the web socket of its development server alone, and closes the connection of any other. Once at start.
 * @param keepsWebSockets whether offers of a web socket still go to Next: in development
 * @returns ends it for servers that have no connection yet
 */
export function answerUpgrades(keepsWebSockets: boolean): () => void {
  const seen = new WeakSet<Server>()
  // Next's server is nowhere to be had, except from its connections.
  const adapt = (message: unknown) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server) || seen.has(server)) return
    seen.add(server)
    if (keepsWebSockets) return answerAllButWebSockets(server)
    // Without a listener Node reads such a request as any other.
    server.removeAllListeners('upgrade')
  }
  subscribe('net.server.socket', adapt)
  return () => unsubscribe('net.server.socket', adapt)
}

/** Hands offers of a web socket to whom they went until now, and has every other request read as if it offered nothing. */
function answerAllButWebSockets(server: Server): void {
  const listeners = server.listeners('upgrade') as Listener[]
  if (listeners.length === 0) return
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) {
      for (const listener of listeners) listener.call(server, request, socket, head)
      return
    }
    // Node has stopped reading the connection as HTTP. It begins again with the same request, without its offer.
    socket.unshift(Buffer.concat([headWithoutOffer(request), head]))
    server.emit('connection', socket)
  })
}

/** The first line and the headers of a request as they came, but those that offer an upgrade. */
function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (/^(upgrade|http2-settings)$/i.test(name)) continue
    const given = rawHeaders[at + 1] ?? ''
    const value = /^connection$/i.test(name) ? withoutOffer(given) : given
    if (value !== '' || given === '') lines.push(`${name}: ${value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .filter(option => !/^\s*(upgrade|http2-settings)\s*$/i.test(option))
    .join(',')
