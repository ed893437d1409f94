import 'server-only'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { type Env, env } from '@/lib/env'
import { logFault, logNotice, logWarning } from '@/lib/log/log'
import { listBackups, pruneBackups } from '@/lib/store/backup/folder'
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
 * @returns how to stop
 */
export function startBackups(): () => void {
  const every = env().backupEveryMs
  if (every === undefined) return () => {}
  let isWorking = false
  const look = async () => {
    if (isWorking) return
    isWorking = true
    try {
      const open = await database()
      const id = await claimBackup(open, every, Date.now())
      if (id !== undefined) await scheduledBackup(open, id)
    } catch (error) {
      logFault('the scheduled backup could not be made', error)
    } finally {
      isWorking = false
    }
  }
  const timer = setInterval(look, Math.min(LOOK_MS, every)).unref()
  look()
  return () => clearInterval(timer)
}

/**
 * Makes a backup that this process has claimed, records how it ended, and deletes the oldest ones.
 * @param kept the folder, and how many backups stay in it
 */
export async function scheduledBackup(
  { kysely }: Pick<Database, 'kysely'>,
  id: string,
  make: () => Promise<BackupResult> = runBackup,
  kept: Pick<Env, 'backupDir' | 'backupKeep'> = env(),
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
    await finishBackup(kysely, id, result, Date.now())
    if ('problem' in result) {
      logWarning('the scheduled backup failed', { reason: result.problem })
      return
    }
    logNotice('a backup was made', { bytes: result.bytes })
    await pruneBackups(kept.backupDir, 'backup', kept.backupKeep)
  } finally {
    clearInterval(beat)
  }
}

const madeSchema = z.object({ file: z.string(), bytes: z.number(), encryption: z.enum(['age', 'none']) })
const failedSchema = z.object({ problem: z.string() })

/** Runs `npm run backup` as a process, which ends with this one. */
async function runBackup(): Promise<BackupResult> {
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
  let output = ''
  let errors = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors = (errors + chunk).slice(-2000)
  })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const json = parseJson(output)
  const parsed = madeSchema.safeParse(json)
  if (parsed.success) {
    const { file: path, bytes, encryption } = parsed.data
    return { path, bytes, encrypted: encryption === 'age' }
  }
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
  const [newest] = (await listBackups(folder)).filter(one => one.kind === 'backup')
  return {
    ...(await readLastBackups((await database()).kysely)),
    every,
    folder,
    ...(newest && { newest: { at: newest.madeAt, path: newest.path, bytes: newest.bytes } }),
  }
}
