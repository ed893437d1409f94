import 'server-only'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * A folder in DATA_DIR with a complete, synced database file that replaces the present one. Its name appears in one
 * step; from then on the new file counts, and any process that opens the database finishes what is left to do.
 */
export const REPLACEMENT = /^restoring-(\d{8}T\d{6}Z)$/

/** The folder that keeps the replaced files: `replaced-20261124T061720Z`. */
export const replacedFolder = (dataDir: string, name: string): string =>
  join(dataDir, name.replace(REPLACEMENT, 'replaced-$1'))

/**
 * Puts the file of a replacement in place and keeps the former files aside. It can be interrupted and repeated at any
 * point. The caller holds the lock of the folder exclusively.
 */
export function finishReplacement(dataDir: string, name: string): void {
  const present = join(dataDir, 'lading.db')
  const replacement = join(dataDir, name, 'lading.db')
  const aside = replacedFolder(dataDir, name)
  if (existsSync(replacement)) {
    if (existsSync(present)) {
      mkdirSync(aside, { recursive: true, mode: 0o700 })
      // SQLite would apply the log of the former file to the new one.
      for (const suffix of ['-wal', '-shm']) {
        if (existsSync(/* turbopackIgnore: true */ present + suffix))
          renameSync(present + suffix, join(aside, `lading.db${suffix}`))
      }
      keepFile(present, join(aside, 'lading.db'))
      syncFolder(aside)
      syncFolder(dataDir)
    }
    renameSync(replacement, present)
    syncFolder(dataDir)
  }
  rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** A second name for a file, or a copy where the file system has no hard links. */
function keepFile(path: string, kept: string): void {
  if (existsSync(kept)) return
  try {
    linkSync(path, kept)
  } catch {
    copyFileSync(path, `${kept}.part`)
    renameSync(`${kept}.part`, kept)
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
