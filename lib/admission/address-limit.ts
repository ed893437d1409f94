import 'server-only'

/** How much one address may ask for. */
export interface AddressLimits {
  /** Requests that it may send at once, after a pause. */
  readonly burst: number
  /** Requests that it may send in the long run, per second. */
  readonly perSecond: number
  /** Requests of it that are worked on at the same time. */
  readonly concurrent: number
  /** Requests of it that wait for their turn, at most. */
  readonly waiting: number
}

/** Ends one request's turn. Calling it again does nothing. */
export type Release = () => void

interface Address {
  tokens: number
  /** When `tokens` was right, in milliseconds. */
  at: number
  running: number
  readonly queue: (() => void)[]
}

/** Addresses that are remembered at most. What is forgotten first is what asked for nothing lately. */
const MAX_ADDRESSES = 10_000

/** Limits requests by address: a token bucket for their rate, and turns for those that run at the same time. */
export class AddressLimit {
  private readonly addresses = new Map<string, Address>()

  constructor(
    private readonly limits: AddressLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one token of an address. @returns milliseconds until there is one; 0 when one was taken */
  spend(key: string): number {
    const { perSecond } = this.limits
    const address = this.find(key)
    if (address.tokens < 1) return Math.ceil(((1 - address.tokens) / perSecond) * 1000)
    address.tokens--
    return 0
  }

  /** Waits for a turn. @returns how to end it; undefined when too many of the address wait already */
  async enter(key: string): Promise<Release | undefined> {
    const address = this.find(key)
    if (address.running < this.limits.concurrent) address.running++
    else if (address.queue.length >= this.limits.waiting) return undefined
    // Whoever ends a turn hands it on, so `running` stays as it is.
    else await new Promise<void>(resolve => address.queue.push(resolve))
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const next = address.queue.shift()
      if (next) next()
      else address.running--
    }
  }

  /** The address as it is now: tokens that it earned since are added. The one that asked last comes last. */
  private find(key: string): Address {
    const { burst, perSecond } = this.limits
    const now = this.now()
    const known = this.addresses.get(key)
    const address = known ?? { tokens: burst, at: now, running: 0, queue: [] }
    address.tokens = Math.min(burst, address.tokens + ((now - address.at) / 1000) * perSecond)
    address.at = now
    this.addresses.delete(key)
    this.addresses.set(key, address)
    if (!known && this.addresses.size > MAX_ADDRESSES) this.forgetOldest()
    return address
  }

  private forgetOldest(): void {
    for (const [key, { running }] of this.addresses) {
      if (running > 0) continue
      this.addresses.delete(key)
      return
    }
  }
}
