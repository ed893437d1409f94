import type { ReadOptions } from './table'

/** How long, in milliseconds, a reader goes on before it lets others have their turn: a cancel is heard then. */
const TURN = 80

/** Keeps a long reading in step with whoever asked for it: it tells how far it is, and listens for a cancel. */
export class Pace {
  private since = performance.now()

  constructor(
    private readonly about: Pick<ReadOptions, 'onProgress' | 'signal'> = {},
    private readonly from = 0,
    private readonly to = 1,
  ) {
    about.signal?.throwIfAborted()
  }

  /** A part of the whole, that goes from one share of it to another (0 to 1). */
  part(from: number, to: number): Pace {
    const across = this.to - this.from
    return new Pace(this.about, this.from + from * across, this.from + to * across)
  }

  /** Whether it is time for `rest`; asked often, so it costs next to nothing. */
  get isDue(): boolean {
    return performance.now() - this.since > TURN
  }

  /**
   * Lets others have their turn.
   * @param done share of this part that is done, 0 to 1
   * @throws the signal's reason once it is aborted
   */
  async rest(done: number): Promise<void> {
    this.about.onProgress?.(this.from + (this.to - this.from) * Math.min(1, done))
    await new Promise(resolve => setTimeout(resolve, 0))
    this.about.signal?.throwIfAborted()
    this.since = performance.now()
  }
}
