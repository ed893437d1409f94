import 'server-only'
import { getTranslations } from '@/lib/words/server'

/** SQLite result codes that Lading distinguishes (sqlite.org/rescode.html). */
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

/** The thread of a connection ended during a request, whose effect is unknown. */
const LOST = 'SQLITE_THREAD_LOST'

/** A parameter of a statement has a NUL character. */
const NUL = 'SQLITE_NUL'

/** An error of the engine, possibly passed on by a thread. */
export interface Failure {
  readonly message: string
  readonly code?: string | undefined
  readonly errcode?: number | undefined
}

/** An error whose `code` is the name of SQLite's primary result code; other errors keep their code. */
export function sqliteError({ message, code, errcode }: Failure): Error {
  const name = errcode === undefined ? code : (NAMES.get(errcode & 0xff) ?? `SQLITE_${errcode}`)
  const error = new Error(message)
  error.name = 'SqliteError'
  return Object.assign(error, name !== undefined && { code: name })
}

/** The error of requests whose thread ended. */
export const threadLost = (cause?: unknown): Error =>
  Object.assign(new Error('The thread of the database ended.', { cause }), {
    name: 'SqliteError',
    code: LOST,
  })

/**
 * Rejects texts with NUL, as PostgreSQL does: SQLite would cut them there and confuse one text with another.
 * @throws SqliteError
 */
export function rejectNul(parameters: readonly unknown[]): void {
  if (parameters.some(value => typeof value === 'string' && value.includes('\0')))
    throw sqliteError({
      message: 'A text with a NUL character can neither be stored nor looked for.',
      code: NUL,
    })
}

// Compared by name, not by class: Next instantiates this module several times in one process.
const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error &&
  error.name === 'SqliteError' &&
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Whether a statement failed because another connection was writing. */
export const isSqliteBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY')

/** Whether a statement failed because the disk or the maximum file size is full. */
export const isSqliteFull = (error: unknown): boolean => hasCode(error, 'SQLITE_FULL')

/** Whether a statement was refused because a text in it has a NUL character. */
export const isSqliteNul = (error: unknown): boolean => hasCode(error, NUL)

/** Whether the thread of a connection ended: a pending commit may be in the file nevertheless. */
export const isSqliteThreadLost = (error: unknown): boolean => hasCode(error, LOST)

/** Whether the file is damaged or no database. */
export const isSqliteDamaged = (error: unknown): boolean => hasCode(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB')

/** The error of an unreadable database file, with instructions for an administrator. */
export const damagedDatabase = (path: string, detail: string): Error =>
  new Error(
    getTranslations('terminal.database')('damaged', {
      path,
      reason: detail,
      restore: 'npm run restore -- FILE',
      recover: 'sqlite3 damaged.db .recover | sqlite3 lading.db',
    }),
  )
