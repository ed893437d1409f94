/** How far back the rate of a run is measured, in milliseconds. */
const WINDOW_MS = 30_000
/** The rate is measured over at least this long, in milliseconds. */
const MIN_SAMPLE_MS = 3000

interface ProgressSample {
  readonly at: number
  readonly done: number
}

/**
 * Estimates when a run ends, from its progress of the last half minute: a run that was paused, or that the service
 * slows down, is not judged by its beginning.
 */
export class RemainingTime {
  private runId = ''
  private samples: readonly ProgressSample[] = []

  /**
   * Records the progress of a run.
   * @param now milliseconds, from any clock that only moves forward
   * @returns seconds until the run ends; undefined while there is nothing to measure by
   */
  secondsLeft(run: { runId: string; done: number; left: number }, now: number): number | undefined {
    const isOther = run.runId !== this.runId || run.done < (this.samples.at(-1)?.done ?? 0)
    this.runId = run.runId
    const before = isOther ? [] : this.samples
    // The newest sample from before the window stays: it says how far the run was when the window began.
    const from = before.findLastIndex(sample => sample.at <= now - WINDOW_MS)
    this.samples = [...before.slice(Math.max(0, from)), { at: now, done: run.done }]
    const [first] = this.samples
    if (!first || now - first.at < MIN_SAMPLE_MS || run.done === first.done) return undefined
    return ((run.left / (run.done - first.done)) * (now - first.at)) / 1000
  }

  /** Forgets the samples: the run does not move. */
  reset(): void {
    this.samples = []
  }
}

/** A duration in the unit in which the screen shows it. */
export interface RoundedDuration {
  readonly unit: 'moments' | 'seconds' | 'minutes' | 'hours'
  readonly count: number
}

/** Rounds seconds as people say them: to five seconds, then to minutes, then to hours. */
export function roundedDuration(seconds: number | undefined): RoundedDuration | undefined {
  if (seconds === undefined) return undefined
  if (seconds < 5) return { unit: 'moments', count: 0 }
  if (seconds < 55) return { unit: 'seconds', count: Math.ceil(seconds / 5) * 5 }
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / 60)) }
  return { unit: 'hours', count: Math.round(seconds / 3600) }
}
