import 'server-only'
import { logNotice, logWarning } from '@/lib/log/log'
import { measureClockOffset } from '@/lib/store/db/clock-offset'
import type { Database } from '@/lib/store/db/database'

/** From this difference on the log says that a clock is wrong. */
const NOTABLE_MS = 5_000

/**
 * The clock by which all servers of a database stamp and compare heartbeats: the database's. By their own clocks, a server
 * that is 20 s behind would count as dead for the others.
 */
export class SharedClock {
  private offset = 0
  private isOff = false

  constructor(
    private readonly database: Pick<Database, 'clock'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** How far the shared clock is ahead of this server's, in milliseconds, as it was measured last. */
  get offsetMs(): number {
    return this.offset
  }

  /** Compares this server's clock with the shared one, and logs when it begins and ceases to be wrong. */
  async measure(): Promise<void> {
    const offset = await measureClockOffset(this.database, this.now)
    if (offset === undefined) return
    this.offset = offset
    const isOff = Math.abs(offset) >= NOTABLE_MS
    if (isOff === this.isOff) return
    this.isOff = isOff
    const seconds = Math.round(-offset / 1000)
    if (isOff) logWarning("this server's clock differs from the database's: set both by NTP", { seconds })
    else logNotice("this server's clock agrees with the database's again")
  }
}
