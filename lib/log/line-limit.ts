import 'server-only'

/** Lets so many lines through in a period and counts the rest, so that who may cause lines cannot fill a disk. */
export class LineLimit {
  private written = 0
  private leftOut = 0
  private period: NodeJS.Timeout | undefined

  /**
   * @param most lines in a period
   * @param periodMs how long a period is; it begins with its first line
   * @param report called at the end of a period in which lines were left out, with their number
   */
  constructor(
    private readonly most: number,
    private readonly periodMs: number,
    private readonly report: (leftOut: number) => void,
  ) {}

  /** @returns whether one more line may be written */
  takes(): boolean {
    this.period ??= setTimeout(() => this.end(), this.periodMs).unref()
    if (this.written < this.most) {
      this.written++
      return true
    }
    this.leftOut++
    return false
  }

  private end(): void {
    const { leftOut } = this
    this.period = undefined
    this.written = 0
    this.leftOut = 0
    if (leftOut > 0) this.report(leftOut)
  }
}
