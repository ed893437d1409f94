/** What the operators of a load test measured, in milliseconds. */
export class LoadFigures {
  readonly saves: number[] = []
  readonly reads: number[] = []
  /** From the beginning of a save to the event on the stream of the assistant. */
  readonly noticeDelays: number[] = []
  readonly runs: Readonly<Record<'check' | 'register', number[]>> = { check: [], register: [] }
  /** Batches of orders that were registered. */
  batches = 0
  readonly failures = new Map<string, number>()

  fail(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1)
  }
}

/** "n 1200, median 12 ms, p99 45 ms, slowest 80 ms" */
export function summary(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  return `n ${sorted.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`
}
