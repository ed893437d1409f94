import 'server-only'
import { type Env, env } from '@/lib/env'
import { logNotice, logWarning } from '@/lib/log/log'
import { getTranslations } from '@/lib/words/server'
import { BackupError, makeBackup } from './backup'
import { pruneBackups } from './folder'
import { MissingProgramError, PostgresToolError } from './postgres-dump'
import { NoRoomError } from './space'

/** How many copies before upgrades are kept. */
const KEEP = 3

type CopySettings = Pick<
  Env,
  'dataDir' | 'databaseUrl' | 'backupBeforeUpgrade' | 'backupDir' | 'backupPassphrase'
>

/**
 * Copies the database of this process before an upgrade migrates it. A PostgreSQL without a pg_dump of its version is
 * migrated without a copy.
 * @throws Error with instructions if a copy cannot be made
 */
export async function copyBeforeUpgrade(settings: CopySettings = env()): Promise<void> {
  const { backupBeforeUpgrade, backupDir: folder, backupPassphrase: passphrase } = settings
  if (!backupBeforeUpgrade) return
  try {
    const made = await makeBackup(settings, { folder, passphrase, kind: 'before-upgrade' })
    logNotice('the database was copied before the upgrade', { bytes: made.bytes })
    await pruneBackups(made, KEEP)
  } catch (error) {
    if (lacksProgram(error)) {
      logWarning('the database was not copied before the upgrade', { reason: error.message })
      return
    }
    throw new Error(getTranslations('terminal.database')('noCopy', whyNot(error)), { cause: error })
  }
}

const lacksProgram = (error: unknown): error is Error =>
  error instanceof MissingProgramError || (error instanceof PostgresToolError && error.isTooOld)

function whyNot(error: unknown): { readonly reason: string; readonly detail: string } {
  if (error instanceof NoRoomError) return { reason: 'noRoom', detail: error.folder }
  if (error instanceof BackupError) return error
  return { reason: 'other', detail: error instanceof Error ? error.message : String(error) }
}
