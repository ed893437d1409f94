import 'server-only'

/** How often the delay is looked at, in milliseconds. */
const TICK_MS = 50
/** The delay is the longest of this many windows of this length, in milliseconds. */
const WINDOW_MS = 10_000
const WINDOWS = 6

/** The longest delay of the event loop in the last minute. */
export class LoopDelay {
  /** The longest delay of each window, the newest last, in milliseconds. */
  private readonly longest: number[] = [0]
  private expectedAt: number
  private windowEnd: number

  /** @param now milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.expectedAt = now() + TICK_MS
    this.windowEnd = now() + WINDOW_MS
  }

  /**
   * Starts to measure. Node's own histogram is read and reset by each scrape, so with two scrapers each sees a part,
   * and it misses a block that is under way; a timer that is late shows both.
   */
  start(): void {
    setInterval(() => this.tick(), TICK_MS).unref()
  }

  /** Compares the time with the one at which this call was due. */
  tick(): void {
    const now = this.now()
    const delay = Math.max(0, now - this.expectedAt)
    this.expectedAt = now + TICK_MS
    for (; now >= this.windowEnd; this.windowEnd += WINDOW_MS) this.longest.push(0)
    this.longest.splice(0, this.longest.length - WINDOWS)
    this.longest.push(Math.max(this.longest.pop() ?? 0, delay))
  }

  get maxSeconds(): number {
    return Math.max(...this.longest) / 1000
  }
}
