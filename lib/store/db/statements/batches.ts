import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** Rows per statement: both databases limit the number of parameters (SQLite 32,766, PostgreSQL 65,535). */
const BATCH_SIZE = 500

/** Splits a list into parts that fit into one statement. */
export function batches<T>(list: readonly T[], size: number = BATCH_SIZE): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}

/**
 * Splits a list like `batches` and yields to the event loop between the parts: short SQLite reads run in
 * this thread, and processing thousands of rows must not block other requests.
 */
export async function* yieldingBatches<T>(
  list: readonly T[],
  size: number = BATCH_SIZE,
): AsyncGenerator<readonly T[]> {
  for (const piece of batches(list, size)) {
    yield piece
    await setImmediate()
  }
}
