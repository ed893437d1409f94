import 'server-only'
import { logNotice, logWarning } from '@/lib/log/log'
import { databaseTimeAt, measureClockOffset } from '@/lib/store/db/clock-offset'
import type { Database } from '@/lib/store/db/database'

/** From this difference on the log says that a clock is wrong. */
const NOTABLE_MS = 5_000

/**
 * The clock by which all servers of a database stamp and compare the times of the ledger: the database's. By their own
 * clocks, a server that is 20 s behind would count as dead for the others, one that is far ahead would let an order be
 * called absent while its request may still be executed, and a page that asks one server for the changes since its last
 * question would miss those of a server that is behind.
 */
export class SharedClock {
  private offset = 0
  /** The shared time at the last measurement, and the monotonic clock of this process then. */
  private last = { time: Number.NEGATIVE_INFINITY, at: 0 }
  private isMeasured = false
  private isOff = false

  constructor(
    private readonly database: Pick<Database, 'clock'>,
    private readonly now: () => number = Date.now,
    private readonly monotonicNow = () => performance.now(),
  ) {}

  /**
   * The time of the shared clock, in milliseconds since the epoch. Of two clocks the later one counts: this server's may
   * be set back, and the monotonic one stops while the machine sleeps. A deadline that is stamped too early would
   * let an order be called absent while its request may still be executed.
   */
  time(): number {
    const elapsed = Math.floor(this.monotonicNow() - this.last.at)
    return Math.max(this.now() + this.offset, this.last.time + elapsed)
  }

  /**
   * Compares this server's clock with the shared one, and logs when it begins and ceases to be wrong. While the
   * database takes too long to respond, the last measurement remains; without one, the shared clock shows the earliest
   * time that it may be.
   */
  async measure(): Promise<void> {
    const offset = await measureClockOffset(this.database, this.now)
    if (offset === undefined && this.isMeasured) return
    this.isMeasured ||= offset !== undefined
    this.correct(offset ?? (await databaseTimeAt(this.database, 0, this.now)))
  }

  private correct(offset: number): void {
    this.offset = offset
    this.last = { time: this.now() + offset, at: this.monotonicNow() }
    const isOff = Math.abs(offset) >= NOTABLE_MS
    if (isOff === this.isOff) return
    this.isOff = isOff
    const seconds = Math.round(-offset / 1000)
    if (isOff) logWarning("this server's clock differs from the database's: set both by NTP", { seconds })
    else logNotice("this server's clock agrees with the database's again")
  }
}
