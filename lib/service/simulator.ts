import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { API_PREFIX, type Operation, operations } from '@/lib/contract/operations'
import { rehearsals } from '@/lib/contract/rehearsals'
import { nothingHere, onlyPost } from './problems'
import { type Ground, ownGround, serve } from './serve'
import { MOST_BYTES } from './simulator-answers'
import { type Clock, type Misbehaviour, misbehaviours } from './simulator-modes'

type Handler = (request: Request) => Response | Promise<Response>

const ownClock: Clock = {
  now: () => performance.now(),
  sleep: ms => setTimeout(ms, undefined, { ref: false }),
}

/**
 * The route handler of everything below `/simulator`: `/simulator/<mode>/open-api/v1/…` answers as the embedded service
 * does, on the same data and to the same credentials, and misbehaves as the mode says.
 */
export function simulate(ground: Ground = ownGround, clock: Clock = ownClock): Handler {
  const modes = misbehaviours(clock)
  const handlers = new Map<string, Handler>()
  for (const mode of rehearsals) {
    for (const operation of Object.values(operations)) {
      const path = `/simulator/${mode}${API_PREFIX}${operation.path}`
      handlers.set(path, misbehave(operation, modes[mode], ground))
    }
  }
  return request => {
    const handler = handlers.get(new URL(request.url).pathname)
    if (!handler) return nothingHere.POST()
    return request.method === 'POST' ? handler(request) : onlyPost.GET()
  }
}

function misbehave(operation: Operation, { act, carry }: Misbehaviour, ground: Ground): Handler {
  const bounded: Ground = {
    ...ground,
    limits: () => {
      const limits = ground.limits()
      return { ...limits, maxBodyBytes: Math.min(limits.maxBodyBytes, MOST_BYTES) }
    },
  }
  const answer = serve(operation, bounded, act)
  return async request => {
    const response = await answer(request)
    return response.status === 200 && carry ? carry(response, operation) : response
  }
}
