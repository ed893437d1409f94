/** Repeats a read, one at a time: after the time that each read returns, at once when asked to, and soon after a change. */
export class RepeatedRead {
  private timer: ReturnType<typeof setTimeout> | undefined
  private isReading = false
  private isChangedMeanwhile = false
  private readAt = 0
  private isStopped = false

  /**
   * @param read returns how long to wait before the next read, in milliseconds
   * @param minIntervalMs minimum time between two reads that changes cause
   */
  constructor(
    private readonly read: () => Promise<number>,
    private readonly minIntervalMs: number,
  ) {}

  /** Reads now, or again soon after the read under way. */
  async now(): Promise<void> {
    clearTimeout(this.timer)
    if (this.isReading) {
      this.isChangedMeanwhile = true
      return
    }
    this.isReading = true
    this.isChangedMeanwhile = false
    this.readAt = performance.now()
    const wait = await this.read()
    this.isReading = false
    if (!this.isStopped) this.plan(this.isChangedMeanwhile ? Math.min(wait, this.minIntervalMs) : wait)
  }

  /** There is something to read. */
  handleChange(): void {
    this.isChangedMeanwhile = true
    if (this.isReading) return
    this.plan(Math.max(0, this.readAt + this.minIntervalMs - performance.now()))
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  private plan(wait: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.now(), wait)
  }
}
