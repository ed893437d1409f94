import 'server-only'

/** Limits log lines per period and counts the dropped ones, so that callers cannot fill the disk. */
export class LineLimit {
  private written = 0
  private dropped = 0
  private period: NodeJS.Timeout | undefined

  /**
   * @param maxLines most lines in a period
   * @param periodMs duration of a period, which starts with its first line
   * @param report called at the end of a period with the number of dropped lines, if any
   */
  constructor(
    private readonly maxLines: number,
    private readonly periodMs: number,
    private readonly report: (dropped: number) => void,
  ) {}

  /** @returns whether one more line may be written */
  allows(): boolean {
    this.period ??= setTimeout(() => this.end(), this.periodMs).unref()
    if (this.written < this.maxLines) {
      this.written++
      return true
    }
    this.dropped++
    return false
  }

  private end(): void {
    const { dropped } = this
    this.period = undefined
    this.written = 0
    this.dropped = 0
    if (dropped > 0) this.report(dropped)
  }
}
