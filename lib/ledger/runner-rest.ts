import 'server-only'
import { isStorageFull, mayPass } from '@/lib/store/database'

/** How long a run rests after an exception, so that trouble does not become a storm of requests, in milliseconds. */
const REST_MS = 10_000

/** How long it rests at least, however soon the storage answers again; doubled each time in a row. */
const SHORTEST_MS = 1000

interface Rest {
  readonly until: number
  /** From when on it may go on, once the storage answers. */
  readonly soonest: number
  readonly isStorage: boolean
}

/** Runs of one process that ended in an exception. Kept in memory alone: the storage may be what is in trouble. */
export class Rests {
  private readonly rests = new Map<string, Rest>()
  /** Exceptions in a row. */
  private readonly counts = new Map<string, number>()

  /** Has a run rest. @param now milliseconds since the epoch */
  begin(runId: string, error: unknown, now: number): void {
    const count = (this.counts.get(runId) ?? 0) + 1
    this.counts.set(runId, count)
    const soonest = now + Math.min(REST_MS, SHORTEST_MS * 2 ** (count - 1))
    this.rests.set(runId, {
      until: now + REST_MS,
      soonest,
      isStorage: isStorageFull(error) || mayPass(error),
    })
  }

  /** A run was worked on without an exception. */
  end(runId: string): void {
    this.rests.delete(runId)
    this.counts.delete(runId)
  }

  /** Whether a run is still to be left alone. @param isWell whether the storage was just written to, and has room */
  isResting(runId: string, isWell: boolean, now: number): boolean {
    const rest = this.rests.get(runId)
    return rest !== undefined && now < (isWell && rest.isStorage ? rest.soonest : rest.until)
  }

  /** Whether a run waits for the storage. */
  isWaiting(runId: string): boolean {
    return this.rests.get(runId)?.isStorage ?? false
  }
}
