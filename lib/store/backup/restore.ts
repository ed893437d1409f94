import 'server-only'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { FolderLock, finishReplacements } from '@/lib/store/db/sqlite/folder-lock'
import { replacedFolder } from '@/lib/store/db/sqlite/replacement'
import { makePrivateDirectory, sqliteFile } from '@/lib/store/db/sqlite/sqlite'
import { type Failure, isSqliteBusy, sqliteError } from '@/lib/store/db/sqlite/sqlite-errors'
import { migrations } from '@/lib/store/migrations/all'
import { syncPath, unpackBackup } from './archive'
import type { BackupSource } from './backup'
import { makeUnfinishedFolder, removeOwnWork, removeUnfinished, timeInName } from './folder'
import { type BackupManifest, readManifest } from './manifest'
import { listPostgresTables, loadDump, readPostgresFacts, withPostgres } from './postgres-dump'
import { markPostgres, markSqliteFile } from './restorations'
import { readSqliteFacts } from './sqlite-copy'
import { requireManifest } from './verify'

/** Why a backup was not restored. Nothing was changed then, except for `differs`. */
export class RestoreError extends Error {
  constructor(
    readonly reason: 'inUse' | 'newer' | 'otherDatabase' | 'notEmpty' | 'differs',
    /** The version that made the backup, or what differs. */
    readonly detail: string = '',
  ) {
    super(`The backup was not restored: ${reason} ${detail}`)
  }
}

/** A database that was restored. */
export interface Restored {
  readonly manifest: BackupManifest
  /** The folder of the replaced files; absent if there were none. */
  readonly replaced?: string
}

/** Names of steps of a restore at which tests end the process. */
export type RestoreStep = 'unpacked' | 'marked' | 'committed'

/**
 * Puts a backup in the place of the database, completely or not at all, and marks it so that the next start adapts its
 * ledger. No server may use the database; a PostgreSQL database must be empty.
 * @throws RestoreError, UnreadableBackupError, NotABackupError, MissingProgramError, PostgresToolError
 */
export async function restoreBackup(
  path: string,
  passphrase: string | undefined,
  target: BackupSource,
  onStep: (step: RestoreStep) => void = () => {},
): Promise<Restored> {
  const { manifest } = await readManifest(path)
  requireKnown(manifest)
  const isSqlite = !target.databaseUrl
  if (isSqlite !== (manifest.dialect === 'sqlite')) throw new RestoreError('otherDatabase', manifest.engine)
  makePrivateDirectory(target.dataDir)
  await removeUnfinished(target.dataDir)
  return target.databaseUrl
    ? restorePostgres(path, passphrase, { ...target, databaseUrl: target.databaseUrl }, onStep)
    : restoreSqlite(path, passphrase, target.dataDir, onStep)
}

async function restoreSqlite(
  path: string,
  passphrase: string | undefined,
  dataDir: string,
  onStep: (step: RestoreStep) => void,
): Promise<Restored> {
  const lock = FolderLock.takeExclusively(dataDir)
  if (!lock) throw new RestoreError('inUse')
  let stage: string | undefined
  try {
    finishReplacements(dataDir)
    requireUnused(sqliteFile(dataDir))
    stage = await makeUnfinishedFolder(dataDir)
    const file = join(stage, 'lading.db')
    const manifest = await unpackBackup(path, passphrase, file)
    await requireManifest(file, manifest)
    onStep('unpacked')
    markSqliteFile(file, manifest)
    await syncPath(file)
    await syncPath(stage)
    onStep('marked')
    const name = `restoring-${timeInName(new Date())}`
    // From here on the new file counts (lib/store/db/sqlite/replacement.ts).
    renameSync(stage, join(dataDir, name))
    await syncPath(dataDir)
    onStep('committed')
    finishReplacements(dataDir)
    requireCounts(manifest, readSqliteFacts(sqliteFile(dataDir)).counts)
    const replaced = replacedFolder(dataDir, name)
    return { manifest, ...(existsSync(replaced) && { replaced }) }
  } finally {
    if (stage) await removeOwnWork(stage)
    lock.release()
  }
}

async function restorePostgres(
  path: string,
  passphrase: string | undefined,
  { dataDir, databaseUrl }: BackupSource & { readonly databaseUrl: string },
  onStep: (step: RestoreStep) => void,
): Promise<Restored> {
  const stage = await makeUnfinishedFolder(dataDir)
  try {
    const tables = await withPostgres(databaseUrl, listPostgresTables)
    if (tables.length > 0) throw new RestoreError('notEmpty')
    const dump = join(stage, 'dump')
    const manifest = await unpackBackup(path, passphrase, dump)
    await requireManifest(dump, manifest)
    onStep('unpacked')
    await withPostgres(databaseUrl, kysely => markPostgres(kysely, manifest))
    onStep('marked')
    await loadDump(dump, databaseUrl)
    onStep('committed')
    requireCounts(manifest, (await readPostgresFacts(databaseUrl)).counts)
    return { manifest }
  } finally {
    await removeOwnWork(stage)
  }
}

/** @throws RestoreError for a backup with migrations that this version does not know */
function requireKnown({ migrations: made, version }: BackupManifest): void {
  const known = new Set(migrations.map(({ name }) => name))
  if (made.some(name => !known.has(name))) throw new RestoreError('newer', version)
}

/** Versions before 0.2 take no lock on the folder, but they have the file open. */
function requireUnused(path: string): void {
  if (!existsSync(path)) return
  const file = new DatabaseSync(path)
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE')
    file.prepare('select count(*) from sqlite_master').get()
  } catch (error) {
    // A damaged file is what a restore is for.
    if (isSqliteBusy(sqliteError(error as Failure))) throw new RestoreError('inUse')
  } finally {
    file.close()
  }
}

/** Compares the rows in place with the manifest; the mark of the restore itself is one row more. */
function requireCounts({ counts }: BackupManifest, found: Readonly<Record<string, number>>): void {
  const differing = Object.keys(counts).find(
    table => table !== 'restoration' && found[table] !== counts[table],
  )
  if (differing) throw new RestoreError('differs', differing)
}
