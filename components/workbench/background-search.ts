/**
 * A search that runs in the background: one at a time, and a while after it was scheduled. While it waits, scheduling it
 * again does not restart the wait.
 */
export class BackgroundSearch {
  private readonly stopped = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isWaiting = false
  private isSearching = false

  /** @param search may schedule the next one; `stop` aborts the signal */
  constructor(private readonly search: (signal: AbortSignal) => Promise<void>) {}

  /** Whether the search is running now; one that waits is not. */
  get isRunning(): boolean {
    return this.isSearching
  }

  /** Schedules the search, in milliseconds from now. After `stop` it has no effect. */
  schedule(milliseconds: number): void {
    if (this.isWaiting || this.stopped.signal.aborted) return
    this.isWaiting = true
    this.timer = setTimeout(() => {
      this.isWaiting = false
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
