import 'server-only'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { env } from '@/lib/env'
import { logFault, logNotice, logWarning } from '@/lib/log/log'
import { isOfClockAhead, listBackups, pruneBackups } from '@/lib/store/backup/folder'
import {
  type BackupResult,
  beatBackup,
  claimBackup,
  finishBackup,
  type LastBackups,
  readLastBackups,
} from '@/lib/store/backup/records'
import { type Database, database } from '@/lib/store/db/database'

/** How often a server looks whether a backup is due, and says that its own is under way, in milliseconds. */
const LOOK_MS = 60_000

/**
 * Makes backups every BACKUP_EVERY, in a process of their own. Of several servers on one database one makes each.
 * @returns how to stop: ends a backup that is under way
 */
export function startBackups(): () => Promise<void> {
  const every = env().backupEveryMs
  if (every === undefined) return async () => {}
  const closing = new AbortController()
  let isWorking = false
  const look = async () => {
    isWorking = true
    try {
      const open = await database()
      const id = await claimBackup(open, every, Date.now())
      if (id !== undefined) await scheduledBackup(open, id, () => runBackup(closing.signal))
    } catch (error) {
      logFault('the scheduled backup could not be made', error)
    } finally {
      isWorking = false
    }
  }
  let looking = look()
  const again = () => {
    if (!isWorking) looking = look()
  }
  const timer = setInterval(again, Math.min(LOOK_MS, every)).unref()
  return async () => {
    clearInterval(timer)
    closing.abort()
    await looking
  }
}

/**
 * Makes a backup that this process has claimed, records how it ended, and deletes the oldest ones.
 * @param make its result is undefined if it was stopped: the record stays open, and the next server takes over
 * @param keep how many backups stay
 */
export async function scheduledBackup(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
  make: () => Promise<BackupResult | undefined>,
  keep = env().backupKeep,
): Promise<void> {
  const beat = setInterval(
    () =>
      beatBackup(kysely, id, Date.now()).catch(error => logFault('a backup could not be recorded', error)),
    LOOK_MS,
  ).unref()
  try {
    // The end is recorded even where the process could not be started: a record without an end is not shown as a
    // failure.
    const result = await make().catch((error: unknown) => ({
      problem: error instanceof Error ? error.message : String(error),
    }))
    if (!result) return
    await finishBackup(kysely, id, result, Date.now())
    if ('problem' in result) {
      logWarning('the scheduled backup failed', { reason: result.problem })
      return
    }
    logNotice('a backup was made', { bytes: result.bytes })
    await pruneBackups({ path: result.path, kind: 'backup' }, keep)
  } finally {
    clearInterval(beat)
  }
}

const madeSchema = z.object({ file: z.string(), bytes: z.number(), encryption: z.enum(['age', 'none']) })
const failedSchema = z.object({ problem: z.string() })

/** Runs `npm run backup` as a process, which ends with this one. @returns undefined if it was stopped by `closing` */
export async function runBackup(closing: AbortSignal): Promise<BackupResult | undefined> {
  const inProject = (...parts: string[]) => join(/* turbopackIgnore: true */ process.cwd(), ...parts)
  const dieWithParent = pathToFileURL(inProject('scripts', 'lib', 'process', 'die-with-parent.mjs')).href
  const loaders = ['--conditions=react-server', '--import', dieWithParent, '--import', 'tsx']
  const child = spawn(
    process.execPath,
    [...loaders, inProject('scripts', 'commands', 'backup.ts'), '--json'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  // It deletes its unencrypted copy before it ends.
  const stop = () => child.kill('SIGTERM')
  closing.addEventListener('abort', stop)
  if (closing.aborted) stop()
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors = (errors + chunk).slice(-2000)
  })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)).finally(() =>
    closing.removeEventListener('abort', stop),
  )
  const json = parseJson(output)
  const parsed = madeSchema.safeParse(json)
  if (parsed.success) {
    const { file: path, bytes, encryption } = parsed.data
    return { path, bytes, encrypted: encryption === 'age' }
  }
  if (closing.aborted) return undefined
  const failed = failedSchema.safeParse(json)
  return { problem: failed.success ? failed.data.problem : errors.trim() || `exit code ${child.exitCode}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What administrators see about backups. */
export interface BackupStatus extends LastBackups {
  /** Milliseconds between two scheduled backups; undefined: none is scheduled. */
  readonly every: number | undefined
  /** The newest file in this server's folder of backups. */
  readonly newest?: { readonly at: number; readonly path: string; readonly bytes: number }
  readonly folder: string
}

/** The schedule, its last results, and the newest backup in the folder of this server. */
export async function readBackupStatus(): Promise<BackupStatus> {
  const { backupDir: folder, backupEveryMs: every } = env()
  const newest = (await listBackups(folder)).find(
    one => one.kind === 'backup' && !isOfClockAhead(one, Date.now()),
  )
  return {
    ...(await readLastBackups((await database()).kysely)),
    every,
    folder,
    ...(newest && { newest: { at: newest.madeAt, path: newest.path, bytes: newest.bytes } }),
  }
}
