/**
 * A search that runs in the background: one at a time, and a while after it was scheduled. While it waits, scheduling
 * it again can only shorten the wait.
 */
export class BackgroundSearch {
  private readonly stopped = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** When the search that waits is due, in milliseconds of `performance.now`; undefined: none waits. */
  private dueAt: number | undefined
  private isSearching = false

  /** @param search may schedule the next one; `stop` aborts the signal */
  constructor(private readonly search: (signal: AbortSignal) => Promise<void>) {}

  /** Whether the search is running now; one that waits is not. */
  get isRunning(): boolean {
    return this.isSearching
  }

  /** Schedules the search, in milliseconds from now. After `stop` it has no effect. */
  schedule(milliseconds: number): void {
    const dueAt = performance.now() + milliseconds
    if (this.stopped.signal.aborted || (this.dueAt !== undefined && this.dueAt <= dueAt)) return
    clearTimeout(this.timer)
    this.dueAt = dueAt
    this.timer = setTimeout(() => {
      this.dueAt = undefined
      void this.run()
    }, milliseconds)
  }

  stop(): void {
    this.stopped.abort()
    clearTimeout(this.timer)
  }

  private async run(): Promise<void> {
    this.isSearching = true
    try {
      await this.search(this.stopped.signal)
    } finally {
      this.isSearching = false
    }
  }
}
