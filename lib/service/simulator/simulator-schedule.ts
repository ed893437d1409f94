import 'server-only'

/** How long a caller has to wait, and how long it is served afterwards, in milliseconds. */
const BUSY_MS = 3000
const SERVED_MS = 10_000

/**
 * Schedule of a service that is busy at times: each caller has to wait, then is served for a while. The schedule
 * depends on time, not on the number of requests, so a caller that waits for the requested time always succeeds.
 */
export class BusySchedule {
  /** When the current wait of each caller began. */
  private readonly since = new Map<string, number>()

  /**
   * @param now milliseconds since any fixed moment
   * @returns seconds that the caller has to wait; undefined: it is served
   */
  secondsToWait(caller: string, now: number): number | undefined {
    const passed = now - (this.since.get(caller) ?? Number.NEGATIVE_INFINITY)
    if (passed < BUSY_MS) return Math.ceil((BUSY_MS - passed) / 1000)
    if (passed < BUSY_MS + SERVED_MS) return undefined
    this.since.set(caller, now)
    return BUSY_MS / 1000
  }
}
