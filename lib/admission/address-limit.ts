import 'server-only'

export interface AddressLimits {
  /** Requests that it may send at once after a pause. */
  readonly burst: number
  /** Requests that it may send in the long run, per second. */
  readonly perSecond: number
  /** Requests that run at the same time. */
  readonly concurrent: number
  /** Maximum number of requests that wait for a slot. */
  readonly waiting: number
}

/** Releases the slot of one request. A second call does nothing. */
export type Release = () => void

interface Address {
  tokens: number
  /** When `tokens` was computed, in milliseconds. */
  at: number
  running: number
  readonly queue: (() => void)[]
}

/** Maximum number of addresses in memory; the least recently used one is dropped first. */
const MAX_ADDRESSES = 10_000

/** Limits requests by address: a token bucket for their rate, and slots for those that run at the same time. */
export class AddressLimit {
  private readonly addresses = new Map<string, Address>()

  constructor(
    private readonly limits: AddressLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one token of an address. @returns milliseconds until there is one; 0 when one was taken */
  takeToken(key: string): number {
    const { perSecond } = this.limits
    const address = this.touch(key)
    if (address.tokens < 1) return Math.ceil(((1 - address.tokens) / perSecond) * 1000)
    address.tokens--
    return 0
  }

  /** Waits for a slot. @returns releases it; undefined when too many requests of the address wait already */
  async acquire(key: string): Promise<Release | undefined> {
    const address = this.touch(key)
    if (address.running < this.limits.concurrent) address.running++
    else if (address.queue.length >= this.limits.waiting) return undefined
    // A released slot is passed to the next request, so `running` does not change.
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

  /** The address with the tokens that it earned since its last request; it becomes the most recently used one. */
  private touch(key: string): Address {
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
