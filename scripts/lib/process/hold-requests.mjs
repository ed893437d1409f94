// Loaded with --import into servers. Next listens before it runs our code: a request that comes in between would pass
// without admission, with a forged client address and in another language. It waits here until
// lib/admission/guard-requests.ts releases it.
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'

const START = 'http.server.request.start'
/** Handlers of each server that got a request so far. */
const handlersOf = new Map()
const held = []

function hold({ server }) {
  if (handlersOf.has(server)) return
  handlersOf.set(server, server.listeners('request'))
  server.removeAllListeners('request')
  server.on('request', (request, response) =>
    held.push({ server, request, response, socket: request.socket }),
  )
}

subscribe(START, hold)
globalThis[Symbol.for('lading.release-requests')] = () => {
  unsubscribe(START, hold)
  for (const [server, handlers] of handlersOf) {
    server.removeAllListeners('request')
    for (const handler of handlers) server.on('request', handler)
  }
  // They start anew, for all that has subscribed since.
  for (const message of held.splice(0)) {
    channel(START).publish(message)
    message.server.emit('request', message.request, message.response)
  }
}
