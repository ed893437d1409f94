import 'server-only'

/** Rows of one statement: both databases bound the number of parameters (SQLite 32,766, PostgreSQL 65,535). */
const ROWS = 500

/** A list in pieces that one statement can carry. */
export function chunks<T>(list: readonly T[], size: number = ROWS): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )
}
