import 'server-only'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { getTranslations } from '@/lib/words/server'
import { makePrivateFile } from './private-file'
import { finishReplacement, REPLACEMENT } from './replacement'
import { type Failure, isSqliteBusy, sqliteError } from './sqlite-errors'

/** How long the lock is waited for, in milliseconds: a command that uses the folder for a moment may end meanwhile. */
const TIMEOUT_MS = 1000

/**
 * A lock on the folder of the embedded database, held until it is released or the process ends. Processes that have the
 * database open share it; a process that replaces the file holds it exclusively. It is a lock of SQLite on an empty file beside
 * the database, so it also works while the database is damaged, and a killed process leaves none behind.
 */
export class FolderLock {
  private constructor(private readonly file: DatabaseSyncInstance) {}

  /**
   * Takes the lock together with others, after finishing a replacement of the file that was interrupted.
   * @throws Error while a backup is being restored
   */
  static share(dataDir: string): FolderLock {
    for (;;) {
      const lock = FolderLock.take(dataDir, false)
      if (!lock) throw new Error(getTranslations('terminal.database')('restoring', { folder: dataDir }))
      if (!isInterrupted(dataDir)) return lock
      lock.release()
      const own = FolderLock.takeExclusively(dataDir)
      if (own) {
        finishReplacements(dataDir)
        own.release()
      }
    }
  }

  /** Takes the lock exclusively. @returns undefined while another process uses the folder */
  static takeExclusively(dataDir: string): FolderLock | undefined {
    return FolderLock.take(dataDir, true)
  }

  private static take(dataDir: string, isExclusive: boolean): FolderLock | undefined {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const path = join(dataDir, 'lading.lock')
    // Created here, not by SQLite, so that others can never open it: a lock of theirs would stop the server.
    makePrivateFile(path)
    const file = new DatabaseSync(path, { timeout: TIMEOUT_MS })
    try {
      file.exec(isExclusive ? 'BEGIN EXCLUSIVE' : 'BEGIN')
      // A transaction takes its shared lock with the first read.
      file.prepare('select count(*) from sqlite_master').get()
      return new FolderLock(file)
    } catch (error) {
      file.close()
      if (isSqliteBusy(sqliteError(error as Failure))) return undefined
      throw error
    }
  }

  /** A second call does nothing. */
  release(): void {
    if (this.file.isOpen) this.file.close()
  }
}

const isInterrupted = (dataDir: string): boolean =>
  existsSync(dataDir) && readdirSync(dataDir).some(name => REPLACEMENT.test(name))

/** Finishes interrupted replacements. The caller holds the lock exclusively. */
export function finishReplacements(dataDir: string): void {
  const names = readdirSync(dataDir).filter(name => REPLACEMENT.test(name))
  for (const name of names.sort()) finishReplacement(dataDir, name)
}
