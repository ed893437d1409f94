import 'server-only'
import { hasShortBody } from '@/lib/server/unread-body'
import type { Principal } from '@/lib/store/service/principals'
import { getTranslations } from '@/lib/words/server'
import type { HttpProblem } from './problems'

const t = getTranslations('service')

/** How many requests may be read at a time, with long and with short bodies. */
type Slots = Readonly<Record<Kind, number>>

type Kind = 'long' | 'short'

/** Releases an acquired slot; further calls do nothing. */
export type Release = () => void

/**
 * Limits the number of requests that are read at a time. Long bodies take long, so they have slots of their
 * own.
 * A client gets a slot while more slots are free than it holds. So one client gets at most half of them, two
 * get a third each, and there is always a free slot for another client. The desk's own client has additional
 * slots, so that operators can always work.
 */
export class ConcurrencyLimiter {
  private readonly taken = { long: 0, short: 0 }
  private readonly ownTaken = { long: 0, short: 0 }
  private readonly held: Readonly<Record<Kind, Map<string, number>>> = { long: new Map(), short: new Map() }

  /**
   * @param slots slots of all clients together
   * @param own additional slots of the desk's own client
   */
  constructor(
    private readonly slots: Slots,
    private readonly own: Slots = { long: 0, short: 0 },
  ) {}

  /** @returns how to release the slot; or why the client has to wait */
  acquire(
    request: Request,
    { clientId, isDesk }: Pick<Principal, 'clientId' | 'isDesk'>,
  ): Release | HttpProblem {
    const kind = hasShortBody(request) ? 'short' : 'long'
    if (isDesk && this.ownTaken[kind] < this.own[kind]) {
      this.ownTaken[kind]++
      return once(() => this.ownTaken[kind]--)
    }
    const held = this.held[kind]
    const mine = held.get(clientId) ?? 0
    const free = this.slots[kind] - this.taken[kind]
    if (mine >= free) return mine === 0 ? tooManyRequests() : shareExceeded(mine)
    this.taken[kind]++
    held.set(clientId, mine + 1)
    return once(() => {
      this.taken[kind]--
      const left = (held.get(clientId) ?? 1) - 1
      if (left > 0) held.set(clientId, left)
      else held.delete(clientId)
    })
  }
}

function once(act: () => void): Release {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** The response to a client without slots when all are taken. */
const tooManyRequests = (): HttpProblem => ({
  status: 429,
  detail: t('tooManyRequests'),
  headers: { 'retry-after': '5' },
})

/** The response to a client that already holds its share. */
const shareExceeded = (requests: number): HttpProblem => ({
  status: 429,
  detail: t('shareExceeded', { count: requests }),
  headers: { 'retry-after': '5' },
})

// Next instantiates a module several times in one process, so shared state lives on globalThis.
const shared = globalThis as { [key: symbol]: ConcurrencyLimiter | undefined }
const KEY = Symbol.for('lading.service.limiter')

/** The limiter of this process: 8 long and 200 short requests at a time, of each client 4 and 50. */
export function processLimiter(): ConcurrencyLimiter {
  shared[KEY] ??= new ConcurrencyLimiter({ long: 8, short: 200 }, { long: 4, short: 50 })
  return shared[KEY]
}
