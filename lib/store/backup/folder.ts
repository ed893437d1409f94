import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

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

/** Deletes all but the newest backups of one kind. @returns how many */
export async function pruneBackups(folder: string, kind: BackupKind, keep: number): Promise<number> {
  const old = (await listBackups(folder)).filter(one => one.kind === kind).slice(Math.max(1, keep))
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

/** The name of unfinished work contains the process that works on it: `.lading-unfinished-PID-HOST-…`. */
const UNFINISHED = /^\.lading-unfinished-(\d+)-([\w.-]+)-[\da-f-]{36}$/
/** Unfinished work of other machines is not touched for this long, in milliseconds. */
const FOREIGN_AGE_MS = 24 * 60 * 60 * 1000

/** A new name for unfinished work in a folder. */
export const unfinishedPath = (folder: string): string =>
  join(folder, `.lading-unfinished-${process.pid}-${hostLabel()}-${randomUUID()}`)

/** A private folder for unfinished work. */
export async function makeUnfinishedFolder(folder: string): Promise<string> {
  const path = unfinishedPath(folder)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}

/** Deletes what processes left behind that ended before they had finished. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [, pid, host] = UNFINISHED.exec(name) ?? []
    if (pid === undefined) continue
    const path = join(folder, name)
    const isOver = host === hostLabel() ? !isAlive(Number(pid)) : await isOlder(path, FOREIGN_AGE_MS)
    if (isOver) await rm(path, { recursive: true, force: true })
  }
}

const hostLabel = () => hostname().replace(/[^\w.-]/g, '_')

async function isOlder(path: string, ms: number): Promise<boolean> {
  const file = await stat(path).catch(() => undefined)
  return file !== undefined && Date.now() - file.mtimeMs > ms
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
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
