import 'server-only'

interface PollingOptions {
  /** What a look does, in order. A step that fails does not hold up the others. */
  readonly steps: readonly (() => Promise<void>)[]
  /** Time between two looks, in milliseconds. */
  readonly everyMs: number
  readonly report: (error: unknown) => void
}

/** Looks for work at intervals and whenever it is woken, one look at a time. */
export class PollingLoop {
  private timer: NodeJS.Timeout | undefined
  private polling: Promise<void> | undefined
  private isWakeRequested = false
  private isStopped = false

  constructor(private readonly options: PollingOptions) {}

  /** Whether no further look begins, and a step under way should end. */
  get isClosing(): boolean {
    return this.isStopped
  }

  start(): void {
    this.timer ??= setInterval(() => void this.wake(), this.options.everyMs).unref()
    void this.wake()
  }

  /** Looks now; a call during a look makes it look once more. Never throws. */
  wake(): Promise<void> {
    this.isWakeRequested = true
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined
    })
    return this.polling
  }

  /** Waits for the look under way, which is the last one. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearInterval(this.timer)
    await this.polling
  }

  private async poll(): Promise<void> {
    const { steps, report } = this.options
    while (this.isWakeRequested && !this.isStopped) {
      this.isWakeRequested = false
      for (const step of steps) {
        try {
          await step()
        } catch (error) {
          report(error)
        }
      }
    }
  }
}
