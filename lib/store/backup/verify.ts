import 'server-only'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreadableBackupError, unpackBackup } from './archive'
import type { BackupSource } from './backup'
import { makeUnfinishedFolder, removeOwnWork, removeUnfinished } from './folder'
import { type BackupManifest, readManifest } from './manifest'
import { countDumpRows } from './postgres-dump'
import { NoRoomError, readFreeBytes } from './space'
import { DamagedFileError, inspectSqliteCopy } from './sqlite-copy'

/**
 * Unpacks a backup into a temporary folder, opens it, checks it and counts its rows. A server may use the data folder:
 * its reserve stays free.
 * @param place where the temporary folder is made if `dataDir` exists; otherwise that of the system is used
 * @throws NoRoomError, UnreadableBackupError, NotABackupError, MissingProgramError
 */
export async function verifyBackup(
  path: string,
  passphrase: string | undefined,
  { dataDir, diskFloor = 0, freeBytes = readFreeBytes }: BackupSource,
): Promise<BackupManifest> {
  const isOfServer = existsSync(dataDir)
  const parent = isOfServer ? dataDir : tmpdir()
  await removeUnfinished(parent)
  const { content: unpacked } = (await readManifest(path)).manifest
  const needed = unpacked.bytes + (isOfServer ? diskFloor : 0)
  if ((await freeBytes(parent)) < needed) throw new NoRoomError(parent)
  const folder = await makeUnfinishedFolder(parent)
  try {
    const content = join(folder, 'content')
    const manifest = await unpackBackup(path, passphrase, content)
    await requireManifest(content, manifest)
    return manifest
  } finally {
    await removeOwnWork(folder)
  }
}

/**
 * Opens the content of a backup, checks it and compares its rows with the manifest.
 * @throws UnreadableBackupError, MissingProgramError
 */
export async function requireManifest(content: string, manifest: BackupManifest): Promise<void> {
  const counts = await countRows(content, manifest)
  if (Object.entries(manifest.counts).some(([table, count]) => counts[table] !== count))
    throw new UnreadableBackupError('damaged')
}

async function countRows(content: string, { dialect }: BackupManifest) {
  if (dialect === 'postgres') return countDumpRows(content)
  try {
    return inspectSqliteCopy(content).counts
  } catch (error) {
    if (error instanceof DamagedFileError) throw new UnreadableBackupError('damaged', { cause: error })
    throw error
  }
}
