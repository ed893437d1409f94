import 'server-only'

/** Result codes of SQLite that Lading tells apart (sqlite.org/rescode.html). */
const NAMES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
])

/** The thread of a connection ended within a request: what the request asked for may have happened or not. */
const LOST = 'SQLITE_THREAD_LOST'

/** What the engine, or a thread on its behalf, says of a failure. */
export interface Failure {
  readonly message: string
  readonly code?: string | undefined
  /** The extended result code of SQLite. */
  readonly errcode?: number | undefined
}

/** An error with SQLite's primary result code as its `code`; one that is not of SQLite keeps its own. */
export function sqliteError({ message, code, errcode }: Failure): Error {
  const name = errcode === undefined ? code : (NAMES.get(errcode & 0xff) ?? `SQLITE_${errcode}`)
  const error = new Error(message)
  error.name = 'SqliteError'
  return Object.assign(error, name !== undefined && { code: name })
}

/** The error of requests whose thread has ended. */
export const threadLost = (cause?: unknown): Error =>
  Object.assign(new Error('The thread of the database ended.', { cause }), {
    name: 'SqliteError',
    code: LOST,
  })

/**
 * Refuses texts that hold NUL, as PostgreSQL does: the engine would cut them there, and one text would be taken for
 * another. @throws SqliteError
 */
export function refuseNul(parameters: readonly unknown[]): void {
  if (parameters.some(value => typeof value === 'string' && value.includes('\0')))
    throw sqliteError({ message: 'A text with a NUL character can neither be stored nor looked for.' })
}

// By name and not by class: Next compiles this module several times into one process.
const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error &&
  error.name === 'SqliteError' &&
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether a statement failed because another connection was writing for too long. */
export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY')

/** Whether a statement failed because the disk, or what the file may grow to, is full. */
export const isSqliteFull = (error: unknown): boolean => hasCode(error, 'SQLITE_FULL')

/** Whether the thread of a connection ended: a commit that was under way may be in the file all the same. */
export const isSqliteAway = (error: unknown): boolean => hasCode(error, LOST)

/** Whether the file is not, or no longer, a database. */
export const isSqliteDamaged = (error: unknown): boolean => hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB')

/** The error of a database file that cannot be read: what an administrator does about it. */
export const damagedDatabase = (path: string, detail: string): Error =>
  new Error(
    [
      `The database file ${path} is damaged (${detail}). Nothing in it was changed.`,
      'To go on: 1. Keep a copy of the whole folder. 2. Replace the file by your newest backup, and remove',
      `${path}-wal and ${path}-shm. 3. Start once with: npm start -- --after-restore`,
      'Without a backup, recover what can be read with: sqlite3 damaged.db .recover | sqlite3 lading.db',
    ].join('\n'),
  )
