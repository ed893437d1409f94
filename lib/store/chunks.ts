import 'server-only'
import { setImmediate } from 'node:timers/promises'

/** Rows of one statement: both databases bound the number of parameters (SQLite 32,766, PostgreSQL 65,535). */
const ROWS = 500

/** A list in pieces that one statement can carry. */
export function chunks<T>(list: readonly T[], size: number = ROWS): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}

/**
 * A list in pieces, with a turn of the event loop between them: statements of SQLite run in this very thread, and
 * whoever writes thousands of rows must not keep everybody else waiting.
 */
export async function* pieces<T>(list: readonly T[], size: number = ROWS): AsyncGenerator<readonly T[]> {
  for (const piece of chunks(list, size)) {
    yield piece
    await setImmediate()
  }
}
