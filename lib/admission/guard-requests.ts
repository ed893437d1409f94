import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isSignedIn } from '@/lib/auth/live-session'
import { addressOf, networkOf } from '@/lib/auth/peer'
import { env } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import { Admission } from './admission'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

// A start that failed for a while begins again in the same process, and must not guard twice.
const shared = globalThis as { [key: symbol]: true | undefined }
const KEY = Symbol.for('lading.admission')

/**
 * From now on every request of this process passes admission before Next reads it. To be called once the addresses of
 * callers are noted. Next makes its server before any code of ours runs, so its handlers are wrapped when the first
 * request comes.
 */
export function guardRequests(): void {
  if (shared[KEY]) return
  shared[KEY] = true
  const admission = new Admission({ isSignedIn, addressOf: addressOfRequest })
  const guarded = new WeakSet<Server>()
  subscribe('http.server.request.start', message => {
    const { server } = message as { server: Server }
    if (guarded.has(server)) return
    guarded.add(server)
    const handlers = server.listeners('request') as Handler[]
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const handle = () => {
        for (const handler of handlers) handler.call(server, request, response)
      }
      admission.admit(request, response, handle).catch(error => {
        logFault('a request could not be judged', error)
        response.destroy()
      })
    })
  })
}

function addressOfRequest({ headers }: IncomingMessage): string {
  const get = (name: string) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  }
  return networkOf(addressOf({ get }, env().trustedProxies))
}
