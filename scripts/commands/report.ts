import { env } from '@/lib/env'
import { UnreadableBackupError } from '@/lib/store/backup/archive'
import { BackupError } from '@/lib/store/backup/backup'
import { type BackupManifest, NotABackupError } from '@/lib/store/backup/manifest'
import { MissingProgramError, PostgresToolError } from '@/lib/store/backup/postgres-dump'
import { asNoRoom, NoRoomError } from '@/lib/store/backup/space'
import { migrations } from '@/lib/store/migrations/all'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { timeText, utcText } from '@/lib/words/time/time-text'

// Sentences that the commands backup, verify and restore share.

const t = getTranslations('terminal.backups')

/** The main contents of a database in one sentence. */
export const contentsSentence = ({ counts }: Pick<BackupManifest, 'counts'>): string =>
  t('contents', {
    orders: counts.ledger_order ?? 0,
    drafts: counts.draft ?? 0,
    connections: counts.connection ?? 0,
    accounts: counts.operator ?? 0,
  })

/** A time and how long ago it was, as values of a sentence. */
export function ageValues(
  at: string | number,
  now = Date.now(),
): { readonly time: string; readonly age: string } {
  const { language } = requestLocale()
  return { time: utcText(at), age: timeText(at, 'relative', { language, timeZone: 'UTC' }, now) }
}

/** Whether this version of Lading lacks a migration of the database: a newer one made it. */
export function isNewer({ migrations: made }: Pick<BackupManifest, 'migrations'>): boolean {
  const known = new Set(migrations.map(({ name }) => name))
  return made.some(name => !known.has(name))
}

/** What went wrong, and what to do, for an error of a backup or of its file. */
export function problemSentence(error: unknown, path: string): string {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof NotABackupError || code === 'EISDIR') return t('noBackup', { path })
  if (error instanceof UnreadableBackupError) return t(error.reason, { path })
  if (error instanceof MissingProgramError) return t('noProgram', { program: error.program })
  if (error instanceof PostgresToolError) return t('postgres', { reason: error.message })
  if (error instanceof BackupError) return t(`failed.${error.reason}`, { detail: error.detail })
  if (code === 'ENOENT') return t('noFile', { path })
  const noRoom = asNoRoom(error, env().dataDir)
  if (noRoom instanceof NoRoomError) return t('noRoom', { folder: noRoom.folder })
  return error instanceof Error ? error.message : String(error)
}

/** Prints one object for programs, or a text for people. */
export const print = (json: boolean, value: object, text: () => string): void =>
  console.log(json ? JSON.stringify(value) : text())
