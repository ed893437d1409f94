import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Database, type Db, isStorageBusy } from '@/lib/store/db/database'
import { lockPostgresBackups } from '@/lib/store/db/postgres/postgres'
import { CLOCK_TOLERANCE_MS, iso } from '@/lib/store/stored-values'

/** A backup whose process gave no sign of life for this long counts as ended, in milliseconds. */
const LEASE_MS = 3 * 60 * 1000
/** How long after a failure the next try is made, in milliseconds; sooner where backups are more frequent. */
const RETRY_MS = 15 * 60 * 1000
/** How long records are kept, in milliseconds. */
const KEEP_MS = 400 * 24 * 60 * 60 * 1000

/**
 * Begins the scheduled backup of a database if it is due and no server makes one.
 * @param every milliseconds between the beginnings of two backups
 * @returns the id of its record; undefined: nothing is due, or another server makes it
 */
export async function claimBackup(
  { dialect, write }: Pick<Database, 'dialect' | 'write'>,
  every: number,
  now: number,
): Promise<string | undefined> {
  const at = iso(now)
  return write(async trx => {
    if (dialect === 'postgres') await lockPostgresBackups(trx)
    if (!(await isDue(trx, every, now))) return undefined
    const id = randomUUID()
    await trx
      .insertInto('backup_record')
      .values({ id, host: hostname(), started_at: at, beat_at: at })
      .execute()
    await trx
      .deleteFrom('backup_record')
      .where('started_at', '<', iso(now - KEEP_MS))
      .execute()
    return id
  })
}

async function isDue(db: Db, every: number, now: number): Promise<boolean> {
  const since = iso(now - every)
  const recent = await db
    .selectFrom('backup_record')
    .select(['beat_at', 'finished_at', 'problem'])
    .where('started_at', '>', since)
    .where('started_at', '<=', iso(now + CLOCK_TOLERANCE_MS))
    .execute()
  const failure = iso(now - Math.min(RETRY_MS, every))
  const lease = iso(now - LEASE_MS)
  return !recent.some(({ beat_at, finished_at, problem }) => {
    if (finished_at === null) return beat_at > lease
    return problem === null || finished_at > failure
  })
}

/** Records that the process of a backup is alive. */
export async function beatBackup(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('backup_record')
    .set({ beat_at: iso(now) })
    .where('id', '=', id)
    .execute()
    .catch(error => {
      // The next beat is soon enough.
      if (!isStorageBusy(error)) throw error
    })
}

/** How a backup ended. */
export type BackupResult =
  | { readonly path: string; readonly bytes: number; readonly encrypted: boolean }
  | { readonly problem: string }

/** Records the end of a backup. */
export async function finishBackup(db: Db, id: string, result: BackupResult, now: number): Promise<void> {
  const ended =
    'problem' in result
      ? { problem: result.problem }
      : { path: result.path, bytes: result.bytes, encrypted: result.encrypted ? 1 : 0 }
  await db
    .updateTable('backup_record')
    .set({ ...ended, finished_at: iso(now) })
    .where('id', '=', id)
    .execute()
}

/** The newest scheduled backup, and the failure after it, if there is one. */
export interface LastBackups {
  readonly made?: {
    readonly at: string
    readonly host: string
    readonly path: string
    readonly bytes: number
  }
  readonly failed?: { readonly at: string; readonly host: string; readonly problem: string }
  /** The first that was begun; only where none was made. */
  readonly first?: { readonly at: string; readonly host: string }
}

/**
 * Since when no backup was made, if the next two should have been made by now, such as where one hangs.
 * @param every milliseconds between two scheduled backups; undefined: none is scheduled
 */
export function lateSince({ made, first }: LastBackups, every: number | undefined, now: number) {
  const last = made ?? first
  if (!last || every === undefined || now - Date.parse(last.at) < 2 * every) return undefined
  return { at: last.at, host: last.host }
}

/** The last backup that was finished and a later one that failed, or the first that was begun. */
export async function readLastBackups(db: Db, now = Date.now()): Promise<LastBackups> {
  const begun = db
    .selectFrom('backup_record')
    .selectAll()
    .where('started_at', '<=', iso(now + CLOCK_TOLERANCE_MS))
    .limit(1)
  const finished = begun.where('finished_at', 'is not', null).orderBy('started_at', 'desc')
  const made = await finished.where('problem', 'is', null).executeTakeFirst()
  const failed = await finished.where('problem', 'is not', null).executeTakeFirst()
  const first = made ? undefined : await begun.orderBy('started_at').executeTakeFirst()
  const isNewer = failed && (!made || failed.started_at > made.started_at)
  return {
    ...(first && { first: { at: first.started_at, host: first.host } }),
    ...(made && {
      made: { at: made.started_at, host: made.host, path: made.path ?? '', bytes: Number(made.bytes) },
    }),
    ...(isNewer && {
      failed: { at: failed.started_at, host: failed.host, problem: failed.problem ?? '' },
    }),
  }
}
