import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Connections to this process that have not sent the whole head of a request yet: browsers open some in advance. Node
 * counts them as busy for a minute, so a server that closes would wait for them and not end in time.
 */
const silent = new Set<Socket>()
/** Requests whose bodies have not arrived completely yet, perhaps. */
const arriving = new Set<IncomingMessage>()
let isEnding = false

/** Begins to watch the connections of this process. */
export function watchConnections(): void {
  subscribe('net.server.socket', message => {
    const { socket } = message as { readonly socket: Socket }
    if (isEnding) return void socket.destroy()
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  subscribe('http.server.request.start', message => {
    const { request, socket } = message as { readonly request: IncomingMessage; readonly socket: Socket }
    silent.delete(socket)
    const { headers } = request
    if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return
    arriving.add(request)
    request.once('close', () => arriving.delete(request))
  })
}

/** Ends these connections, and all that are opened from now on. */
export function endSilentConnections(): void {
  isEnding = true
  for (const socket of silent) socket.destroy()
}

/**
 * Ends connections in whose requests no byte arrives any more: an upload whose sender is gone. Such a request has not
 * been acknowledged, and its sender learns that.
 * @param stallMs how long no byte arrives, in milliseconds
 */
export function endStalledUploads(stallMs: number): void {
  const before = new Map<Socket, number>()
  const look = () => {
    for (const { complete, socket, readableLength, readableHighWaterMark } of arriving) {
      if (complete) continue
      // The bytes that arrived are not read yet: the handler is slow, and its sender waits for it.
      if (readableLength >= readableHighWaterMark) {
        before.delete(socket)
        continue
      }
      if (before.get(socket) === socket.bytesRead) socket.destroy()
      before.set(socket, socket.bytesRead)
    }
  }
  look()
  setInterval(look, stallMs).unref()
}
