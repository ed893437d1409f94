import 'server-only'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pidScope } from '@/lib/store/pid-scope'
import { CLOCK_TOLERANCE_MS, sha256Hex } from '@/lib/store/stored-values'
import { readManifest } from './manifest'

/** Copies that were asked for or scheduled, and copies that Lading makes before it migrates a database. */
export type BackupKind = 'backup' | 'before-upgrade'

/** A backup file in a folder. Unfinished ones have other names. */
export interface StoredBackup {
  readonly path: string
  readonly kind: BackupKind
  /** When the copy was begun, milliseconds since the epoch. */
  readonly madeAt: number
  readonly bytes: number
}

const NAME = /^lading-(before-)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-.+\.backup$/

/** A time as names of files and folders have it: `20261124T061720Z`. */
export const timeInName = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** The name of a backup: `lading-20261124T061720Z-0.1.0.backup`, `lading-before-…`. */
export function backupName(kind: BackupKind, madeAt: Date, version: string): string {
  return `lading-${kind === 'before-upgrade' ? 'before-' : ''}${timeInName(madeAt)}-${version.replace(/[^\w.+-]/g, '_')}.backup`
}

/** The backups in a folder, newest first; none if the folder does not exist. */
export async function listBackups(folder: string): Promise<readonly StoredBackup[]> {
  const found: StoredBackup[] = []
  for (const name of await namesIn(folder)) {
    const [, before, ...parts] = NAME.exec(name) ?? []
    if (parts.length === 0) continue
    const [year = 0, month = 1, ...rest] = parts.map(Number)
    const path = join(folder, name)
    const file = await stat(path).catch(() => undefined)
    if (!file) continue
    found.push({
      path,
      kind: before ? 'before-upgrade' : 'backup',
      madeAt: Date.UTC(year, month - 1, ...rest),
      bytes: file.size,
    })
  }
  return found.sort((a, b) => b.madeAt - a.madeAt || (a.path < b.path ? 1 : -1))
}

/**
 * Deletes all but the newest backups of one kind beside the one that was just made. Neither counted nor deleted are
 * those of other databases, which may share the folder, and those with a later time than now: a clock that was ahead
 * made them, and they would be the newest until that time, so that each new backup would be deleted.
 * @returns how many
 */
export async function pruneBackups(
  made: Pick<StoredBackup, 'path' | 'kind'>,
  keep: number,
  now = Date.now(),
): Promise<number> {
  const own = await databaseOf(made.path)
  const counted: StoredBackup[] = []
  for (const backup of await listBackups(dirname(made.path))) {
    if (backup.kind !== made.kind || isOfClockAhead(backup, now)) continue
    const other = await databaseOf(backup.path)
    if (own === undefined || other === undefined || other === own) counted.push(backup)
  }
  const old = counted.slice(Math.max(1, keep))
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

/** Whether the name of a backup has a time that has not come yet. */
export const isOfClockAhead = ({ madeAt }: StoredBackup, now: number): boolean =>
  madeAt > now + CLOCK_TOLERANCE_MS

/** When the database of a backup was created, which identifies it; undefined where the file does not say it. */
async function databaseOf(path: string): Promise<string | undefined> {
  const { manifest } = await readManifest(path).catch(() => ({ manifest: undefined }))
  return manifest?.createdAt
}

/**
 * The name of unfinished work contains the process that works on it, and where the system says it, when that process
 * started and among which processes its number counts: `.lading-unfinished-PID[.START[.PLACE]]-HOST-…`. After a restart
 * another process may have the number, and two machines or containers may have the name of the host.
 */
const UNFINISHED = /^\.lading-unfinished-(\d+)(?:\.(\d+)(?:\.([\da-f]+))?)?-([\w.-]+)-[\da-f-]{36}$/
/** Unfinished work of processes that cannot be identified is not touched for this long, in milliseconds. */
const UNKNOWN_AGE_MS = 24 * 60 * 60 * 1000
/**
 * That of another machine or container with the name of this host: its owner touches it more often while it works. A
 * container that was restarted is another one, and its copies would fill the disk if each stayed for a day.
 */
const SAME_NAME_AGE_MS = 10 * 60 * 1000
/** How often a process touches its unfinished work, in milliseconds. */
const TOUCH_MS = 60 * 1000

/** The paths of the unfinished work of this process. */
const ownPaths = new Set<string>()
let touching: NodeJS.Timeout | undefined

/** A new name for unfinished work in a folder. */
export function unfinishedPath(folder: string): string {
  const start = startOf(process.pid)
  const owner = start === undefined ? process.pid : `${process.pid}.${start}.${placeOfProcesses()}`
  const path = join(folder, `.lading-unfinished-${owner}-${hostLabel()}-${randomUUID()}`)
  touching ??= setInterval(touchOwn, TOUCH_MS).unref()
  ownPaths.add(path)
  return path
}

/** Deletes unfinished work of this process, or what is left of work that was finished and has its name. */
export async function removeOwnWork(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  ownPaths.delete(path)
  if (ownPaths.size > 0) return
  clearInterval(touching)
  touching = undefined
}

/** Shows others that this process works on its paths. */
async function touchOwn(): Promise<void> {
  const now = new Date()
  // One may be removed meanwhile.
  await Promise.allSettled([...ownPaths].map(path => utimes(path, now, now)))
}

/** A private folder for unfinished work. */
export async function makeUnfinishedFolder(folder: string): Promise<string> {
  const path = unfinishedPath(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

/** Deletes what processes left behind that ended before they had finished. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [, pid, start, place, host] = UNFINISHED.exec(name) ?? []
    if (pid === undefined) continue
    const path = join(folder, name)
    const isSameName = host === hostLabel()
    const isElsewhere = place !== undefined && place !== placeOfProcesses()
    const isKnown = isSameName && !isElsewhere && (start !== undefined || !isAlive(Number(pid)))
    const isOver = isKnown
      ? !isAlive(Number(pid)) || startOf(Number(pid)) !== start
      : await isUntouched(path, isSameName && isElsewhere ? SAME_NAME_AGE_MS : UNKNOWN_AGE_MS)
    if (isOver) await rm(path, { recursive: true, force: true })
  }
}

/** Makes signals that end this process delete its unfinished work first, which may be an unencrypted copy. */
export function removeUnfinishedOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const path of ownPaths) rmSync(path, { recursive: true, force: true })
      process.kill(process.pid, signal)
    })
  }
}

const hostLabel = () => hostname().replace(/[^\w.-]/g, '_')

/** Whether neither a path nor a file in it was written for a while. */
async function isUntouched(path: string, ms: number): Promise<boolean> {
  const inside = await readdir(path).catch(() => [])
  const stats = await Promise.all(
    [path, ...inside.map(name => join(path, name))].map(one => stat(one).catch(() => undefined)),
  )
  const times = stats.flatMap(one => one?.mtimeMs ?? [])
  return times.length > 0 && Date.now() - Math.max(...times) > ms
}

/** The scope in which the number of this process counts, as part of a name. */
const placeOfProcesses = () => sha256Hex(pidScope()).slice(0, 12)

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process (or thread) started, in clock ticks since the machine started; undefined where Linux does not say it. */
function startOf(pid: number): string | undefined {
  try {
    // The name in parentheses may contain spaces; the start is the 20th value after it.
    const stats = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stats.slice(stats.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
