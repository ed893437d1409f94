import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { isSqliteBusy } from './sqlite-errors'

/** How long a statement waits for another writing connection, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000

/**
 * Repeats `work` while another connection writes or recovers the log: after 1 to 75 ms, for at most 5 s.
 * SQLite's own timeout would block the thread, and in the main thread the event loop.
 */
export async function withBusyRetry<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error
    }
    await setTimeout(pause * (0.5 + Math.random()))
  }
}
