import 'server-only'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

type Listener = (request: IncomingMessage, socket: Socket, head: Buffer) => void

/**
 * Handles requests that offer an upgrade (`Upgrade: h2c`, as curl --http2 and Java's HttpClient send) in HTTP/1.1,
 * which RFC 9110 §7.8 permits. Next listens for upgrades only for the web socket of its development server, and closes
 * the connection of any other. Call it once at start.
 * @param keepsWebSockets whether offers of a web socket still go to Next: in development
 * @returns stops it for servers that have no connection yet
 */
export function handleUpgrades(keepsWebSockets: boolean): () => void {
  const seen = new WeakSet<Server>()
  // Next exposes its server only through its connections.
  const adapt = (message: unknown) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (!(server instanceof Server) || seen.has(server)) return
    seen.add(server)
    if (keepsWebSockets) return handleAllButWebSockets(server)
    // Without a listener Node treats such a request like any other.
    server.removeAllListeners('upgrade')
  }
  subscribe('net.server.socket', adapt)
  return () => unsubscribe('net.server.socket', adapt)
}

/** Passes offers of a web socket to their present listeners, and treats other offers as plain requests. */
function handleAllButWebSockets(server: Server): void {
  const listeners = server.listeners('upgrade') as Listener[]
  if (listeners.length === 0) return
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) {
      for (const listener of listeners) listener.call(server, request, socket, head)
      return
    }
    // Node has stopped parsing the connection as HTTP. It starts again with the same request, without the offer.
    socket.unshift(Buffer.concat([headWithoutOffer(request), head]))
    server.emit('connection', socket)
  })
}

/** The request line and the headers as they came, without those that offer an upgrade. */
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
