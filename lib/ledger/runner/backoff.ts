import 'server-only'
import { isStorageFull, isTransient } from '@/lib/store/db/database'
import { backoffDelay, type Ports } from './ports'

/** How often a step before sending is tried while the storage fails transiently. */
const MAX_ATTEMPTS = 3

/**
 * Runs a ledger step that precedes sending, and retries it after transient storage failures: another process holds the
 * write lock for long, a serialization conflict, a restart of the database server. The step must be idempotent: it may
 * have been committed although its acknowledgement was lost.
 */
export async function withRetry<T>(ports: Ports, step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransient(error) || ports.closing.signal.aborted) throw error
      await ports.sleep(backoffDelay(ports.limits, attempt))
    }
  }
}

/** How long a run waits after an exception, so that a failure does not become a storm of requests. */
const MAX_PAUSE_MS = 10_000

/** The shortest wait, even when the storage works again at once; doubled after each further failure in a row. */
const MIN_PAUSE_MS = 1000

/** Times are those of `Ports.monotonicNow`. */
interface Pause {
  readonly until: number
  /** When the run may continue if the storage works again. */
  readonly earliest: number
  readonly isStorage: boolean
}

/** Runs of one process that failed with an exception. Kept only in memory, because the storage may be what fails. */
export class Backoff {
  private readonly pauses = new Map<string, Pause>()
  /** Exceptions in a row, by run. */
  private readonly failuresInARow = new Map<string, number>()

  /** Notes that a run failed. @param now milliseconds by `Ports.monotonicNow` */
  failed(runId: string, error: unknown, now: number): void {
    const count = (this.failuresInARow.get(runId) ?? 0) + 1
    this.failuresInARow.set(runId, count)
    const earliest = now + Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (count - 1))
    this.pauses.set(runId, {
      until: now + MAX_PAUSE_MS,
      earliest,
      isStorage: isStorageFull(error) || isTransient(error),
    })
  }

  /** Notes that a run was worked on without an exception. */
  succeeded(runId: string): void {
    this.pauses.delete(runId)
    this.failuresInARow.delete(runId)
  }

  /** Whether a run still waits. @param isStorageWell the storage accepted a write just now, and has room */
  isBackingOff(runId: string, isStorageWell: boolean, now: number): boolean {
    const pause = this.pauses.get(runId)
    return pause !== undefined && now < (isStorageWell && pause.isStorage ? pause.earliest : pause.until)
  }

  /** Whether a run waits because the storage failed. */
  isWaitingForStorage(runId: string): boolean {
    return this.pauses.get(runId)?.isStorage ?? false
  }
}
