import 'server-only'
import type { Principal } from '@/lib/store/principals'
import { isShort } from './body'
import type { Trouble } from './problems'

/** How many requests may be read at a time: those with a long body, and those with a short one. */
export type Places = Readonly<Record<Kind, number>>

type Kind = 'long' | 'short'

/** How to leave a place that was taken; calling it again does nothing. */
export type Leave = () => void

/**
 * Lets in so many requests at a time. Long bodies stay long, so they do not take the places of the short ones.
 *
 * A client gets a place as long as more places are free than it holds. One client alone so gets half of them, two get a
 * third each, and whatever a client does, another one finds a place free. The desk's own client has places of its
 * own besides, so that operators go on working whatever the clients of the service do.
 */
export class Gate {
  private readonly taken = { long: 0, short: 0 }
  private readonly ownTaken = { long: 0, short: 0 }
  /** Places that each client holds. */
  private readonly held: Readonly<Record<Kind, Map<string, number>>> = { long: new Map(), short: new Map() }

  /**
   * @param places for all clients together
   * @param own further places, for the desk's own client alone
   */
  constructor(
    private readonly places: Places,
    private readonly own: Places = { long: 0, short: 0 },
  ) {}

  /** @returns how to leave again; or why the client has to wait */
  enter(request: Request, { clientId, isDesk }: Pick<Principal, 'clientId' | 'isDesk'>): Leave | Trouble {
    const kind = isShort(request) ? 'short' : 'long'
    if (isDesk && this.ownTaken[kind] < this.own[kind]) {
      this.ownTaken[kind]++
      return once(() => this.ownTaken[kind]--)
    }
    const held = this.held[kind]
    const mine = held.get(clientId) ?? 0
    const free = this.places[kind] - this.taken[kind]
    if (mine >= free) return mine === 0 ? crowded : overShare(mine)
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

function once(act: () => void): Leave {
  let isDone = false
  return () => {
    if (!isDone) act()
    isDone = true
  }
}

/** The answer to a client that holds nothing when all places are taken. */
const crowded: Trouble = {
  status: 429,
  detail: 'Too many requests are being read at the moment. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
}

/** The answer to a client that has its share of the places. */
const overShare = (requests: number): Trouble => ({
  status: 429,
  detail: `Your client has ${requests} ${requests === 1 ? 'request' : 'requests'} under way, which is its share at the moment. Wait until one of them is answered, then try again.`,
  headers: { 'retry-after': '5' },
})

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: Gate | undefined }
const KEY = Symbol.for('lading.service.gate')

/** The gate of this process. */
export function ownGate(): Gate {
  shared[KEY] ??= new Gate({ long: 8, short: 200 }, { long: 4, short: 50 })
  return shared[KEY]
}
