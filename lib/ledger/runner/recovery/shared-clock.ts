import 'server-only'
import { logNotice, logWarning } from '@/lib/log/log'
import { measureClockOffset } from '@/lib/store/db/clock-offset'
import type { Database } from '@/lib/store/db/database'

/** From this difference on the log says that a clock is wrong. */
const NOTABLE_MS = 5_000

/**
 * The clock by which all servers of a database stamp and compare heartbeats and deadlines of requests: the database's. By
 * their own clocks, a server that is 20 s behind would count as dead for the others, and one that is far ahead would let an
 * order be called absent while its request may still be executed.
 */
export class SharedClock {
  private offset = 0
  private isOff = false

  constructor(
    private readonly database: Pick<Database, 'clock'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** The time of the shared clock at a time of this server's; both in milliseconds since the epoch. */
  at(ownMs: number): number {
    return ownMs + this.offset
  }

  /** The time of this server's clock at a time of the shared one; both in milliseconds since the epoch. */
  ownTimeAt(sharedMs: number): number {
    return sharedMs - this.offset
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
