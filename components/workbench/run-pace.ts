/** How far back the pace of a run is measured, and how long one has to look before one says anything; milliseconds. */
const WINDOW = 30_000
const LEAST = 3000

interface Sample {
  readonly at: number
  readonly done: number
}

/**
 * Measures how fast a run goes on, by what was seen of it lately: a run that was paused, or slowed down by the
 * service, is not judged by its beginning.
 */
export class RunPace {
  private runId = ''
  private samples: readonly Sample[] = []

  /**
   * Notes how far a run is.
   * @param now milliseconds, from any clock that only goes forward
   * @returns seconds that the rest will take; undefined while nobody can tell
   */
  secondsLeft(run: { runId: string; done: number; left: number }, now: number): number | undefined {
    const isOther = run.runId !== this.runId || run.done < (this.samples.at(-1)?.done ?? 0)
    this.runId = run.runId
    const before = isOther ? [] : this.samples
    // The newest sample from before the window stays: it says how far the run was when the window began.
    const from = before.findLastIndex(sample => sample.at <= now - WINDOW)
    this.samples = [...before.slice(Math.max(0, from)), { at: now, done: run.done }]
    const [first] = this.samples
    if (!first || now - first.at < LEAST || run.done === first.done) return undefined
    return ((run.left / (run.done - first.done)) * (now - first.at)) / 1000
  }

  /** Forgets what was seen: the run stands still. */
  forget(): void {
    this.samples = []
  }
}
