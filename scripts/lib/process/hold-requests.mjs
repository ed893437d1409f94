// Loaded with --import into servers. Next listens before it runs our code: a request that comes in between would pass
// without admission, with a forged client address and in another language. It waits here until
// lib/admission/guard-requests.ts releases it.
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'

const START = 'http.server.request.start'
/** Handlers of each server that got a request so far. */
const handlersOf = new Map()
const held = []
/** Pieces of a body that are read while it waits; each is at most as large as a read of a socket, 64 KB. */
const MAX_PARTS = 4

function hold({ server }) {
  if (handlersOf.has(server)) return
  handlersOf.set(server, server.listeners('request'))
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // Admission counts a body as it arrives: what arrives before is passed on later.
    const parts = []
    request.push = (...part) => {
      parts.push(part)
      return parts.length < MAX_PARTS
    }
    held.push({ server, request, response, socket: request.socket, parts })
  })
}

subscribe(START, hold)
globalThis[Symbol.for('lading.release-requests')] = () => {
  unsubscribe(START, hold)
  for (const [server, handlers] of handlersOf) {
    server.removeAllListeners('request')
    for (const handler of handlers) server.on('request', handler)
  }
  // They start again, for all that has subscribed since.
  for (const { parts, ...message } of held.splice(0)) {
    const { server, request, response, socket } = message
    Reflect.deleteProperty(request, 'push')
    channel(START).publish(message)
    server.emit('request', request, response)
    for (const part of parts) request.push(...part)
    socket.resume()
  }
}
