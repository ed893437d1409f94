import 'server-only'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FolderLock } from '@/lib/store/db/sqlite/folder-lock'
import { makePrivateDirectory, sqliteFile } from '@/lib/store/db/sqlite/sqlite'
import { programVersion } from '@/lib/version'
import { describeContent, packBackup, syncPath, unpackBackup } from './archive'
import {
  type BackupKind,
  backupName,
  makeUnfinishedFolder,
  removeOwnWork,
  removeUnfinished,
  type StoredBackup,
  unfinishedPath,
} from './folder'
import type { BackupManifest } from './manifest'
import { countDumpRows, dumpPostgres, readPostgresFacts } from './postgres-dump'
import { asNoRoom, isSameDisk, NoRoomError, readFreeBytes } from './space'
import {
  copySqlite,
  DamagedFileError,
  type DatabaseFacts,
  inspectSqliteCopy,
  readSqliteFacts,
} from './sqlite-copy'

/** Where a database is, and the folder of its data. */
export interface BackupSource {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Bytes of the disk that a copy must leave free. */
  readonly diskFloor?: number
  /** The free bytes on the disk of a folder; tests replace it. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** How a backup is made. */
export interface BackupOptions {
  readonly folder: string
  readonly kind?: BackupKind
  /** Encrypts the backup. */
  readonly passphrase?: string | undefined
}

/** A backup and what is in it. */
export interface MadeBackup extends StoredBackup {
  readonly manifest: BackupManifest
}

/** Why no backup was made. */
export class BackupError extends Error {
  constructor(
    readonly reason: 'noDatabase' | 'unwritable' | 'damaged' | 'differs',
    /** The path, or what the database says. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`No backup was made (${reason}): ${detail}`, options)
  }
}

/**
 * Makes a verified backup while servers use the database: copies it in one snapshot, opens the copy, checks and counts
 * it, packs it under another name, reads the packed file back, and only then gives it its name. A process that is
 * killed leaves no file with the name of a backup, and the next one removes what it left.
 * @throws BackupError, NoRoomError, MissingProgramError, PostgresToolError
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<MadeBackup> {
  const { folder, kind = 'backup', passphrase } = options
  const isSqlite = !source.databaseUrl
  if (isSqlite && !existsSync(sqliteFile(source.dataDir)))
    throw new BackupError('noDatabase', sqliteFile(source.dataDir))
  makePrivateDirectory(source.dataDir)
  const madeAt = new Date()
  // No backup is restored meanwhile.
  const lock = isSqlite ? FolderLock.share(source.dataDir) : undefined
  let work: string | undefined
  let packed: string | undefined
  try {
    await makeFolder(folder)
    await removeUnfinished(source.dataDir)
    await removeUnfinished(folder)
    if (isSqlite) await requireSpace(source)
    // Beside the database: a backup folder may be on a medium on which nothing unencrypted may be stored.
    work = await makeUnfinishedFolder(source.dataDir)
    const copy = join(work, 'copy')
    const facts = source.databaseUrl
      ? await dumpPostgres(source.databaseUrl, copy)
      : await copySqlite(sqliteFile(source.dataDir), copy)
    await requireSame(facts, copy, isSqlite)
    const manifest: BackupManifest = {
      lading: 'backup',
      format: 1,
      madeAt: madeAt.toISOString(),
      version: programVersion().version,
      dialect: isSqlite ? 'sqlite' : 'postgres',
      engine: facts.engine,
      createdAt: facts.createdAt,
      migrations: [...facts.migrations],
      counts: { ...facts.counts },
      content: await describeContent(copy),
      compression: isSqlite ? 'gzip' : 'none',
      encryption: passphrase ? 'age' : 'none',
    }
    packed = unfinishedPath(folder)
    const shares = isSqlite && (await isSameDisk(folder, source.dataDir))
    const requireRoom = shares ? () => requireFree(source, 0, folder) : undefined
    await packBackup(copy, manifest, passphrase, packed, requireRoom)
    await unpackBackup(packed, passphrase)
    const path = freePath(folder, kind, madeAt, manifest.version)
    await rename(packed, path)
    await syncPath(dirname(path))
    const { size } = await stat(/* turbopackIgnore: true */ path)
    return { path, kind, madeAt: madeAt.getTime(), bytes: size, manifest }
  } catch (error) {
    if (error instanceof DamagedFileError) throw new BackupError('damaged', error.message, { cause: error })
    throw asNoRoom(error, packed ? folder : source.dataDir)
  } finally {
    if (work) await removeOwnWork(work)
    if (packed) await removeOwnWork(packed)
    lock?.release()
  }
}

/** What the database of a server contains, without changing or migrating it. */
export const readDatabaseFacts = async ({ dataDir, databaseUrl }: BackupSource): Promise<DatabaseFacts> =>
  databaseUrl ? readPostgresFacts(databaseUrl) : readSqliteFacts(sqliteFile(dataDir))

/** Opens a copy, checks it and compares its rows with those of the database. */
async function requireSame(facts: DatabaseFacts, copy: string, isSqlite: boolean): Promise<void> {
  const counts = isSqlite ? inspectSqliteCopy(copy).counts : await countDumpRows(copy)
  const differing = Object.entries(facts.counts).find(([table, count]) => counts[table] !== count)
  if (differing)
    throw new BackupError('differs', `${differing[0]}: ${counts[differing[0]]} ≠ ${differing[1]}`)
}

/** Makes the folder of the backups, and finds out before the database is copied whether it can be written to. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    const why = asNoRoom(error, folder)
    // The code says little: on a read-only disk Node reports that the new folder does not exist.
    throw why instanceof NoRoomError ? why : new BackupError('unwritable', folder, { cause: error })
  }
}

/** What the packed file takes is unknown before it is packed: `packBackup` asks again while it writes. */
async function requireSpace(source: BackupSource): Promise<void> {
  const path = sqliteFile(source.dataDir)
  const sizes = await Promise.all(
    [path, `${path}-wal`].map(file => stat(/* turbopackIgnore: true */ file).catch(() => undefined)),
  )
  const needed = sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  await requireFree(source, needed, source.dataDir)
}

/** @param folder named by the error */
async function requireFree(
  { dataDir, diskFloor = 0, freeBytes = readFreeBytes }: BackupSource,
  bytes: number,
  folder: string,
): Promise<void> {
  if ((await freeBytes(dataDir)) < bytes + diskFloor) throw new NoRoomError(folder)
}

/** Two backups may be made within one second. */
function freePath(folder: string, kind: BackupKind, madeAt: Date, version: string): string {
  for (let n = 1; ; n++) {
    const path = join(folder, backupName(kind, madeAt, n === 1 ? version : `${version}-${n}`))
    if (!existsSync(path)) return path
  }
}
