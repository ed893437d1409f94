import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { isStorageFull, isTransient } from './database'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000

/**
 * Opens the database, and waits where that may become possible: a PostgreSQL that starts at the same time, or a full
 * disk.
 * @param report called with the first such error
 * @throws any other error of `open`
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  report: (error: unknown) => void,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      if (!isTransient(error) && !isStorageFull(error)) throw error
      if (attempt === 0) report(error)
      await wait(Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS))
    }
  }
}
