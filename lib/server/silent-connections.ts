import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/**
 * Connections to this process that have not sent the whole head of a request yet: browsers open some in advance. Node
 * counts them as busy for a minute, so a server that closes would wait for them and not end in time.
 */
const silent = new Set<Socket>()
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
    silent.delete((message as { readonly socket: Socket }).socket)
  })
}

/** Ends these connections, and all that are opened from now on. */
export function endSilentConnections(): void {
  isEnding = true
  for (const socket of silent) socket.destroy()
}
