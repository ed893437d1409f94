import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { clientAddress, networkOf } from '@/lib/auth/client-address'
import { isSignedIn } from '@/lib/auth/live-session'
import { env } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import { type CompressedFiles, sendCompressed } from '@/lib/server/compressed-files'
import { isInternal } from '@/lib/server/internal-servers'
import { isFirstInProcess } from '@/lib/telemetry/once'
import { localeOf, withLocale } from '@/lib/words/locale/request-locale'
import { Admission } from './admission'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const shared = globalThis as { [key: symbol]: (() => void) | undefined }
/** Lets in the requests that came before (scripts/lib/process/hold-requests.mjs). */
const RELEASE = Symbol.for('lading.release-requests')

/**
 * Makes every request of this process pass admission before Next reads it, and gives it the locale of its reader. Call
 * it after client addresses are recorded.
 * Next creates its server before our code runs, so its handlers are wrapped at the first request.
 * @param files are sent without asking Next
 */
export function guardRequests(files: CompressedFiles): void {
  if (!isFirstInProcess('admission')) return
  const admission = new Admission({ isSignedIn, addressOf: addressOfRequest })
  const guarded = new WeakSet<Server>()
  subscribe('http.server.request.start', message => {
    const { server } = message as { server: Server }
    if (guarded.has(server) || isInternal(server)) return
    guarded.add(server)
    const handlers = server.listeners('request') as Handler[]
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const handle = () => {
        if (sendCompressed(files, request, response)) return
        for (const handler of handlers) handler.call(server, request, response)
      }
      withLocale(localeOf(request.headers), () =>
        admission.admit(request, response, handle).catch(error => {
          logFault('admission of a request failed', error)
          response.destroy()
        }),
      )
    })
  })
  shared[RELEASE]?.()
}

function addressOfRequest({ headers }: IncomingMessage): string {
  const get = (name: string) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  }
  return networkOf(clientAddress({ get }, env().trustedProxies))
}
