import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { API_PREFIX, type Operation, operations } from '@/lib/contract/operations'
import { rehearsals } from '@/lib/contract/rehearsals'
import { notFoundHandlers, onlyPost } from '../problems'
import { processDependencies, type ServiceDependencies, serve } from '../serve'
import { type Clock, createModes, type SimulationMode } from './simulator-modes'
import { MAX_RESPONSE_BYTES } from './simulator-responses'

type Handler = (request: Request) => Response | Promise<Response>

const ownClock: Clock = {
  now: () => performance.now(),
  sleep: ms => setTimeout(ms, undefined, { ref: false }),
}

/**
 * The route handler of everything below `/simulator`: `/simulator/<mode>/open-api/v1/…` responds like the
 * embedded service, with the same data and credentials, and misbehaves as the mode says.
 */
export function simulate(
  dependencies: ServiceDependencies = processDependencies,
  clock: Clock = ownClock,
): Handler {
  const modes = createModes(clock)
  const handlers = new Map<string, Handler>()
  for (const mode of rehearsals) {
    for (const operation of Object.values(operations)) {
      const path = `/simulator/${mode}${API_PREFIX}${operation.path}`
      handlers.set(path, misbehave(operation, modes[mode], dependencies))
    }
  }
  return request => {
    const handler = handlers.get(new URL(request.url).pathname)
    if (!handler) return notFoundHandlers.POST(request)
    return request.method === 'POST' ? handler(request) : onlyPost.GET(request)
  }
}

function misbehave(
  operation: Operation,
  { intercept: act, transform: carry }: SimulationMode,
  dependencies: ServiceDependencies,
): Handler {
  const bounded: ServiceDependencies = {
    ...dependencies,
    limits: () => {
      const limits = dependencies.limits()
      return { ...limits, maxBodyBytes: Math.min(limits.maxBodyBytes, MAX_RESPONSE_BYTES) }
    },
  }
  const handle = serve(operation, bounded, act)
  return async request => {
    const response = await handle(request)
    return response.status === 200 && carry ? carry(response, operation) : response
  }
}
