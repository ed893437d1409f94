import 'server-only'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTerminalLanguage } from '@/lib/env'
import { MEGABYTE } from '@/lib/files/book/limits'
import { isStorageFull } from '@/lib/store/db/database'
import { findIntakeFile, type IntakeFile } from '@/lib/store/intake/files'
import { getTranslations } from '@/lib/words/server'
import { type ArrivalPorts, MAX_FILE_BYTES, receiveFile, recordRefusedFile, sha256Hex } from './arrival'
import { type IntakeReason, readReason, reasonKind, reasonSentence } from './reason'

/** What the watched folder needs beside the store. */
export interface FolderPorts extends ArrivalPorts {
  /** The operator as which it acts. */
  readonly operatorId: string
  /** Called when a file was received. */
  onReceived(): void
  /** Called with an exception; the folder is read again later. */
  report(error: unknown): void
}

const SCAN_MS = 3_000
const DONE = 'done'
const FAILED = 'failed'

/** Names that programs use while they write a file, and those of hidden files and of Excel's lock files. */
const UNFINISHED = /^[.~]|\.(part|partial|tmp|temp|crdownload|download|filepart|swp|lock)$/i
const UNSAFE = /[\p{Cc}\p{Cs}/\\]/u

/** What identifies the state of a file: a program that still writes it changes size or time. */
interface Snapshot {
  readonly size: number
  readonly changedMs: number
  readonly inode: number
}

const isSame = (one: Snapshot | undefined, other: Snapshot): boolean =>
  one !== undefined &&
  one.size === other.size &&
  one.changedMs === other.changedMs &&
  one.inode === other.inode

const t = getTranslations('automation')

/**
 * Watches a folder: a file that stays unchanged between two looks is received, and moved once it became a draft: to
 * `done/`, or to `failed/` with the reason beside it where it cannot be read. Only regular files directly in the folder
 * are taken. A process that dies leaves the file where it is; the next look finds the same contents (arrival.ts).
 */
export class InboxFolder {
  /** The last look at each name. */
  private readonly seen = new Map<string, Snapshot>()
  /** Received files by name, until they are moved. */
  private readonly received = new Map<string, { readonly id: string; readonly snapshot: Snapshot }>()
  private timer: NodeJS.Timeout | undefined
  private scanning: Promise<void> | undefined
  private isClosing = false

  constructor(
    private readonly folder: string,
    private readonly ports: FolderPorts,
  ) {}

  /** Looks now and then every three seconds. */
  start(): void {
    this.timer ??= setInterval(() => void this.scan(), SCAN_MS).unref()
    void this.scan()
  }

  async close(): Promise<void> {
    this.isClosing = true
    clearInterval(this.timer)
    await this.scanning
  }

  /** Looks once; a call during a look waits for it. Never throws. */
  scan(): Promise<void> {
    this.scanning ??= this.look()
      .catch(error => this.ports.report(error))
      .finally(() => {
        this.scanning = undefined
      })
    return this.scanning
  }

  private async look(): Promise<void> {
    const names = (await readdir(this.folder, { withFileTypes: true }))
      .filter(entry => entry.isFile() && !UNFINISHED.test(entry.name) && !UNSAFE.test(entry.name))
      .map(({ name }) => name)
    for (const known of [...this.seen.keys()]) if (!names.includes(known)) this.forget(known)
    for (const name of names) {
      if (this.isClosing) return
      await this.lookAt(name).catch(error => {
        // Another server, or a person, was faster.
        if (!isMissing(error)) throw error
      })
    }
  }

  private async lookAt(name: string): Promise<void> {
    const path = join(this.folder, name)
    const stat = await lstat(path)
    if (!stat.isFile()) return
    const snapshot = { size: stat.size, changedMs: stat.mtimeMs, inode: stat.ino }
    const before = this.seen.get(name)
    this.seen.set(name, snapshot)
    if (!isSame(before, snapshot)) {
      this.received.delete(name)
      return
    }
    const known = this.received.get(name)
    const file = known
      ? await findIntakeFile(this.ports.database.kysely, known.id)
      : await this.receive(name, path, snapshot)
    if (file?.state === 'done') await this.move(name, file)
  }

  /** @returns undefined while the file changes or the storage is full */
  private async receive(name: string, path: string, snapshot: Snapshot): Promise<IntakeFile | undefined> {
    const { ports } = this
    const about = { name, origin: 'folder', operatorId: ports.operatorId, size: snapshot.size } as const
    const refuse = async (reason: IntakeReason) =>
      this.note(name, snapshot, await recordRefusedFile(ports, about, identityOf(name, snapshot), reason))
    if (snapshot.size > MAX_FILE_BYTES)
      return refuse({ code: 'unreadable', failure: { code: 'too_large', most: MAX_FILE_BYTES / MEGABYTE } })
    const bytes = await readUnchanged(path, snapshot)
    if (!bytes) return undefined
    try {
      const arrival = await receiveFile(ports, { ...about, bytes })
      if (arrival.kind !== 'received') return undefined
      ports.onReceived()
      return this.note(name, snapshot, arrival.file)
    } catch (error) {
      if (isStorageFull(error)) return undefined
      throw error
    }
  }

  private note(name: string, snapshot: Snapshot, file: IntakeFile): IntakeFile {
    this.received.set(name, { id: file.id, snapshot })
    return file
  }

  private async move(name: string, file: IntakeFile): Promise<void> {
    const reason = file.outcome === 'imported' ? undefined : readReason(file.reason)
    const isFailed = reason !== undefined && ['unreadable', 'gone'].includes(reasonKind(reason))
    const folder = join(this.folder, isFailed ? FAILED : DONE)
    await mkdir(folder, { recursive: true })
    const free = await freeName(folder, name)
    // Otherwise Next's build looks for these names among the files of the project.
    await rename(
      join(/* turbopackIgnore: true */ this.folder, name),
      join(/* turbopackIgnore: true */ folder, free),
    )
    this.forget(name)
    if (!isFailed) return
    const text = inTerminalLanguage(() => `${t('folder.failed', { name })}\n${reasonSentence(reason)}\n`)
    await writeFile(join(folder, `${free}.txt`), text)
  }

  private forget(name: string): void {
    this.seen.delete(name)
    this.received.delete(name)
  }
}

/** The identity of a file that is not read. */
const identityOf = (name: string, { size, changedMs }: Snapshot): string =>
  sha256Hex(new TextEncoder().encode(JSON.stringify([name, size, changedMs])))

/** Reads a regular file; undefined if it changed meanwhile. A link is not followed, and a pipe not waited for. */
async function readUnchanged(path: string, snapshot: Snapshot): Promise<Uint8Array | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const isUnchanged = async () => {
      const stat = await file.stat()
      return stat.isFile() && isSame(snapshot, { size: stat.size, changedMs: stat.mtimeMs, inode: stat.ino })
    }
    if (!(await isUnchanged())) return undefined
    const bytes = new Uint8Array(snapshot.size)
    let at = 0
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at)
      if (bytesRead === 0) return undefined
      at += bytesRead
    }
    return (await isUnchanged()) ? bytes : undefined
  } finally {
    await file.close()
  }
}

/** The name, with a number if the folder has it already. */
async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder))
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
  for (let count = 2, free = name; ; count++) {
    if (!taken.has(free)) return free
    free = `${stem} (${count})${ending}`
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')
