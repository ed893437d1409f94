import 'server-only'
import { mkdir, readdir } from 'node:fs/promises'
import { inTerminalLanguage } from '@/lib/env'
import { decodeName } from '@/lib/files/book/decode-name'
import { limits } from '@/lib/files/book/limits'
import { isStorageFull } from '@/lib/store/db/database'
import { findIntakeFile, type IntakeFile } from '@/lib/store/intake/files'
import { getTranslations } from '@/lib/words/server'
import { type ArrivalPorts, MAX_FILE_BYTES, receiveFile, recordRefusedFile, sha256Hex } from './arrival'
import { hasCode, inFolder, isSame, lookAtFile, moveFile, readUnchanged, type Snapshot } from './inbox-file'
import { type IntakeReason, readReason, reasonKind, reasonSentence } from './reason'

/** What the watched folder needs beside the store. */
export interface FolderPorts extends ArrivalPorts {
  /** The operator as which it acts. */
  readonly operatorId: string
  /** Called when a file was received. */
  onReceived(): void
  /** Called with an exception, once until the file or the folder works again. */
  report(error: unknown): void
}

const SCAN_MS = 3_000
const DONE = 'done'
const FAILED = 'failed'

/** Names that programs use while they write a file, and those of hidden files and of Excel's lock files. */
const UNFINISHED = /^[.~]|\.(part|partial|tmp|temp|crdownload|download|filepart|swp|lock)$/i

/** The name of a file: its bytes, a text that is unique for them, and how people read it. */
interface FileName {
  readonly bytes: Buffer
  readonly key: string
  readonly text: string
}

const t = getTranslations('automation')

/**
 * Watches a folder: a file that stays unchanged between two looks is received, and moved once it became a draft: to
 * `done/`, or to `failed/` with the reason beside it where it cannot be read. Only regular files directly in the folder
 * are taken. A process that dies leaves the file where it is; the next look finds the same contents (arrival.ts).
 */
export class InboxFolder {
  private readonly folder: Buffer
  /** The last look at each file, by the key of its name. */
  private readonly seen = new Map<string, Snapshot>()
  /** Ids of received files, until they are moved. */
  private readonly received = new Map<string, string>()
  /** What is reported already: keys of names, and the folder itself. */
  private readonly reported = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private scanning: Promise<void> | undefined
  private isClosing = false

  constructor(
    folder: string,
    private readonly ports: FolderPorts,
  ) {
    this.folder = Buffer.from(folder)
  }

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
      .catch(error => this.reportOnce('', error))
      .finally(() => {
        this.scanning = undefined
      })
    return this.scanning
  }

  private async look(): Promise<void> {
    const names = await listNames(this.folder)
    this.reported.delete('')
    const keys = new Set(names.map(({ key }) => key))
    for (const known of [...this.seen.keys()]) if (!keys.has(known)) this.forget(known)
    for (const name of names) {
      if (this.isClosing) return
      await this.lookAt(name).catch(error => {
        // Another server, or a person, was faster.
        if (!hasCode(error, 'ENOENT', 'ELOOP')) this.reportOnce(name.key, error)
      })
    }
  }

  private async lookAt(name: FileName): Promise<void> {
    const path = inFolder(this.folder, name.bytes)
    const snapshot = await lookAtFile(path)
    if (!snapshot) return
    const before = this.seen.get(name.key)
    this.seen.set(name.key, snapshot)
    if (!isSame(before, snapshot)) {
      this.received.delete(name.key)
      return
    }
    const known = this.received.get(name.key)
    const file =
      known === undefined
        ? await this.receive(name, path, snapshot)
        : await findIntakeFile(this.ports.database.kysely, known)
    if (!file) this.received.delete(name.key)
    else if (file.state === 'done') await this.move(name, snapshot, file)
  }

  /** @returns undefined while the file changes or the storage is full */
  private async receive(name: FileName, path: Buffer, snapshot: Snapshot): Promise<IntakeFile | undefined> {
    const { ports } = this
    const about = {
      name: name.text,
      origin: 'folder',
      operatorId: ports.operatorId,
      size: snapshot.size,
    } as const
    const refuse = async (reason: IntakeReason) =>
      this.note(name, await recordRefusedFile(ports, about, identityOf(name, snapshot), reason))
    if (snapshot.size > MAX_FILE_BYTES)
      return refuse({ code: 'unreadable', failure: { code: 'too_large', most: limits.fileMegabytes } })
    try {
      const bytes = await readUnchanged(path, snapshot)
      if (!bytes) return undefined
      const arrival = await receiveFile(ports, { ...about, bytes })
      if (arrival.kind === 'quota')
        this.reportOnce(name.key, new Error('The stored files take all the space that ALL_FILES_MB allows.'))
      if (arrival.kind !== 'received') return undefined
      ports.onReceived()
      return this.note(name, arrival.file)
    } catch (error) {
      if (isStorageFull(error)) return undefined
      if (hasCode(error, 'EACCES', 'EPERM')) return refuse({ code: 'closed' })
      throw error
    }
  }

  private note(name: FileName, file: IntakeFile): IntakeFile {
    this.received.set(name.key, file.id)
    return file
  }

  private async move(name: FileName, snapshot: Snapshot, file: IntakeFile): Promise<void> {
    this.ports.failpoint('file_moving')
    const reason = file.outcome === 'imported' ? undefined : readReason(file.reason)
    const isFailed = reason !== undefined && ['unreadable', 'gone'].includes(reasonKind(reason))
    const folder = inFolder(this.folder, Buffer.from(isFailed ? FAILED : DONE))
    await mkdir(folder, { recursive: true })
    const note = isFailed
      ? inTerminalLanguage(() => `${t('folder.failed', { name: name.text })}\n${reasonSentence(reason)}\n`)
      : undefined
    await moveFile({ folder: this.folder, name: name.bytes, snapshot }, { folder, note })
    this.forget(name.key)
    this.ports.failpoint('file_moved')
  }

  private reportOnce(key: string, error: unknown): void {
    if (this.reported.has(key)) return
    this.reported.add(key)
    this.ports.report(error)
  }

  private forget(key: string): void {
    this.seen.delete(key)
    this.received.delete(key)
    this.reported.delete(key)
  }
}

/** Names of the regular files in a folder that are not being written. */
async function listNames(folder: Buffer): Promise<FileName[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  return entries
    .filter(entry => entry.isFile())
    .map(({ name }) => ({ bytes: name, key: name.toString('latin1'), text: decodeName(name) }))
    .filter(({ text }) => !UNFINISHED.test(text))
}

/** The identity of a file that is not read. */
const identityOf = (name: FileName, { size, modifiedMs }: Snapshot): string =>
  sha256Hex(new TextEncoder().encode(JSON.stringify([name.text, size, modifiedMs])))
