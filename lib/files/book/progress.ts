import type { FileReadOptions } from './read-options'

/** Milliseconds after which a reader yields to the event loop, which may then deliver a cancellation. */
const YIELD_INTERVAL_MS = 80

/** Reports the progress of a long reading, and ends it when it is cancelled. */
export class Progress {
  private lastYield = performance.now()

  constructor(
    private readonly options: Pick<FileReadOptions, 'onProgress' | 'signal'> = {},
    private readonly from = 0,
    private readonly to = 1,
  ) {
    options.signal?.throwIfAborted()
  }

  /** The progress of a part of the whole, between two shares of it (0 to 1). */
  part(from: number, to: number): Progress {
    const length = this.to - this.from
    return new Progress(this.options, this.from + from * length, this.from + to * length)
  }

  /** Whether it is time for a checkpoint; cheap enough to be asked often. */
  get isDue(): boolean {
    return performance.now() - this.lastYield > YIELD_INTERVAL_MS
  }

  /**
   * Reports the progress and yields to the event loop.
   * @param done share of this part that is done, 0 to 1
   * @throws the reason of the signal once it is aborted
   */
  async checkpoint(done: number): Promise<void> {
    this.options.onProgress?.(this.from + (this.to - this.from) * Math.min(1, done))
    await new Promise(resolve => setTimeout(resolve, 0))
    this.options.signal?.throwIfAborted()
    this.lastYield = performance.now()
  }
}
