import 'server-only'

/** How long a caller is asked to wait, and how long it is served afterwards, in milliseconds. */
const BUSY = 3000
const SERVED = 10_000

/**
 * When a service that is busy now and then has time: each caller is asked to wait, then served for a while, in turn.
 * By time and not by count, so that whoever waits as asked always gets through, however many it sends at once.
 */
export class Rhythm {
  /** When each caller was first asked to wait in its present turn. */
  private readonly since = new Map<string, number>()

  /**
   * @param now milliseconds since any fixed moment
   * @returns the seconds that the caller shall wait; undefined: it is served.
   */
  waitOf(caller: string, now: number): number | undefined {
    const passed = now - (this.since.get(caller) ?? Number.NEGATIVE_INFINITY)
    if (passed < BUSY) return Math.ceil((BUSY - passed) / 1000)
    if (passed < BUSY + SERVED) return undefined
    this.since.set(caller, now)
    return BUSY / 1000
  }
}
