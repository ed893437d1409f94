import 'server-only'
import { mkdir, readdir } from 'node:fs/promises'
import { env } from '@/lib/env'
import { decodeName } from '@/lib/files/book/decode-name'
import { limits } from '@/lib/files/book/limits'
import { isStorageFull } from '@/lib/store/db/database'
import { OVER_QUOTA_RETRY_MS } from '@/lib/store/intake/arrivals'
import { findIntakeFile, type IntakeFile } from '@/lib/store/intake/files'
import { sha256Hex } from '@/lib/store/stored-values'
import { DAY_MS, MINUTE_MS } from '@/lib/time-units'
import { languages } from '@/lib/words/locale/languages'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import {
  type ArrivalPorts,
  isStillOverQuota,
  MAX_ARRIVAL_BYTES,
  receiveFile,
  recordRefusedFile,
} from '../arrival'
import { type IntakeReason, readReason, reasonKind, reasonSentence } from '../reason'
import {
  hasCode,
  inFolder,
  isHiddenName,
  isSameSnapshot,
  lookAtFile,
  type MovedFile,
  moveFile,
  putBackIfWritten,
  readUnchanged,
  recoverFile,
  type Snapshot,
} from './inbox-file'
import type { InboxProblem } from './inbox-problem'

/** What the watched folder needs beside the store. */
export interface FolderPorts extends ArrivalPorts {
  /** The operator as which it acts. */
  readonly operatorId: string
  onReceived(): void
  /** Called with an exception, once until the file or the folder works again. */
  report(error: unknown): void
  /** Called after each look, and while one hangs, with why files wait; undefined: the folder works. */
  onProblem(problem: InboxProblem | undefined): void
  /** The names in a folder; tests replace it. */
  readonly list?: typeof listNames
}

const SCAN_MS = 3_000
/** A move takes milliseconds; a server that takes longer has died. */
const RECOVER_AFTER_MS = MINUTE_MS
/** How long a file is looked at after its move: an upload that pauses for longer has ended. */
const LOOK_AFTER_MOVE_MS = DAY_MS
/**
 * How long each look includes it, and every change of it returns it. Later a person may edit it, and a day may have
 * thousands of files: they are looked at from time to time, and only what continues their bytes returns them.
 */
const LOOK_OFTEN_MS = 15 * MINUTE_MS
const LOOK_SELDOM_MS = MINUTE_MS
/** How long a file that was put back must be unchanged: its sender pauses, and each pause would make a draft. */
const CALM_AFTER_RETURN_MS = MINUTE_MS
/** Codes of the file system that say that the folder does not work, or its files cannot be moved. */
const FOLDER_CODES = [
  ...['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS'],
  ...['ENOSPC', 'EDQUOT', 'EIO', 'ESTALE', 'ETIMEDOUT'],
]
/** How long a folder has to respond, also with a large file from a slow network, in milliseconds. */
const HANG_MS = 2 * MINUTE_MS
/** How long a problem is named after the last look that found it: a file that could not be moved is seen as a new one. */
const PROBLEM_STAYS_MS = 15_000
const DONE = 'done'
const FAILED = 'failed'

/**
 * Names that programs use while they write a file, and those of hidden files, of Excel's lock files, of the copies that
 * editors keep, and of the files that Windows adds to a shared folder.
 */
const UNFINISHED =
  /^[.~]|~$|\.(part|partial|tmp|temp|crdownload|opdownload|download|filepart|aria2|swp|lock|bak)$|^(thumbs\.db|desktop\.ini)$/i

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
 * are taken. A process that dies leaves the file in the folder; a later look finds the same contents (arrival.ts).
 */
export class InboxFolder {
  private readonly folder: Buffer
  /** The last look at each file, by the key of its name, and since when (milliseconds) it is unchanged. */
  private readonly seen = new Map<string, { readonly snapshot: Snapshot; readonly since: number }>()
  /** Ids of received files, until they are moved. */
  private readonly received = new Map<string, string>()
  /** Files for which there was no room, and when (milliseconds) they are tried again. */
  private readonly waiting = new Map<string, { readonly id: string; readonly retryAt: number }>()
  /** Files that a process has left under a hidden name, perhaps, and when they were seen first (milliseconds). */
  private readonly hidden = new Map<string, number>()
  /** Files that were moved lately, by the keys of their new paths, and when (milliseconds). */
  private readonly moved = new Map<string, MovedFile & { readonly at: number }>()
  /** When all of them were looked at (milliseconds). */
  private lookedAtAll = Number.NEGATIVE_INFINITY
  /** Files that were put back, by their inodes. */
  private readonly returned = new Set<number>()
  /** What is reported already: keys of names, and the folder itself. */
  private readonly reported = new Set<string>()
  private problem: InboxProblem | undefined
  /** When (milliseconds) a look found it last. */
  private problemAt = Number.NEGATIVE_INFINITY
  /** Since when (milliseconds) the folder has not responded to a call; undefined: it has responded to all. */
  private askedAt: number | undefined
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
    if (!this.isHanging()) await this.scanning
  }

  /** Looks once; a call during a look waits for it. Never throws. */
  scan(): Promise<void> {
    if (this.isHanging()) this.noteHang()
    this.scanning ??= this.look()
      .catch(error => {
        this.reportOnce('', error)
        return error
      })
      .then(error => this.noteProblem(error))
      .finally(() => {
        this.scanning = undefined
      })
    return this.scanning
  }

  /** The result of a call of the file system, which a network folder may never give. */
  private async responseTo<T>(call: Promise<T>): Promise<T> {
    this.askedAt = this.ports.now()
    try {
      return await call
    } finally {
      this.askedAt = undefined
    }
  }

  private isHanging(): boolean {
    return this.askedAt !== undefined && this.ports.now() - this.askedAt >= HANG_MS
  }

  private noteHang(): void {
    const error = Object.assign(new Error('INBOX_DIR does not respond.'), { code: 'ETIMEDOUT' })
    this.reportOnce('', error)
    this.noteProblem(error, this.askedAt)
  }

  /** @param since when the problem began, in milliseconds */
  private noteProblem(error: unknown, since = this.ports.now()): void {
    const now = this.ports.now()
    const code = FOLDER_CODES.find(one => hasCode(error, one))
    if (code !== undefined) {
      this.problem = { since, ...this.problem, code, folder: this.folder.toString() }
      this.problemAt = now
    } else if (now - this.problemAt > PROBLEM_STAYS_MS) this.problem = undefined
    this.ports.onProblem(this.problem)
  }

  /** @returns the error of a file that stays in the folder */
  private async look(): Promise<unknown> {
    await this.lookAtMoved()
    const list = this.ports.list ?? listNames
    const { names, hidden } = await this.responseTo(list(this.folder))
    this.reported.delete('')
    const keys = new Set(names.map(({ key }) => key))
    for (const known of [...this.seen.keys()]) if (!keys.has(known)) this.forget(known)
    await this.recover(hidden)
    let failed: unknown
    for (const name of names) {
      if (this.isClosing) return undefined
      await this.lookAt(name).catch(error => {
        // Another server, or a person, was faster.
        if (hasCode(error, 'ENOENT', 'ELOOP')) return
        this.reportOnce(name.key, error)
        failed ??= error
      })
    }
    this.forgetReturned()
    return failed
  }

  /** Forgets files that were put back and taken away: another file may get their inode. */
  private forgetReturned(): void {
    const present = new Set([...this.seen.values()].map(({ snapshot }) => snapshot.inode))
    for (const inode of this.returned) if (!present.has(inode)) this.returned.delete(inode)
  }

  /** Puts files back that a process was moving when it died. */
  private async recover(names: readonly FileName[]): Promise<void> {
    const keys = new Set(names.map(({ key }) => key))
    for (const key of [...this.hidden.keys()]) if (!keys.has(key)) this.hidden.delete(key)
    const now = this.ports.now()
    for (const { key, bytes } of names) {
      const since = this.hidden.get(key)
      if (since === undefined) this.hidden.set(key, now)
      else if (now - since >= RECOVER_AFTER_MS) {
        await this.responseTo(recoverFile(this.folder, bytes)).catch(error => {
          // Another server was faster.
          if (!hasCode(error, 'ENOENT')) this.reportOnce(key, error)
        })
      }
    }
  }

  /** Puts files back that were moved while their sender paused. */
  private async lookAtMoved(): Promise<void> {
    const now = this.ports.now()
    const isForAll = now - this.lookedAtAll >= LOOK_SELDOM_MS
    if (isForAll) this.lookedAtAll = now
    for (const [key, file] of this.moved) {
      const age = now - file.at
      if (age > LOOK_OFTEN_MS && !isForAll) continue
      const isOver = age > LOOK_AFTER_MOVE_MS || (await this.isSettled(key, file, age > LOOK_OFTEN_MS))
      if (isOver) this.moved.delete(key)
    }
  }

  /** Whether a moved file was put back, or is left alone. */
  private async isSettled(key: string, file: MovedFile, mustContinue: boolean): Promise<boolean> {
    try {
      const found = await this.responseTo(putBackIfWritten(this.folder, file, mustContinue))
      if (found === 'put back') this.returned.add(file.snapshot.inode)
      return found !== 'unchanged'
    } catch (error) {
      // A person took it away.
      if (!hasCode(error, 'ENOENT')) this.reportOnce(key, error)
      return true
    }
  }

  private async lookAt(name: FileName): Promise<void> {
    const path = inFolder(this.folder, name.bytes)
    const snapshot = await this.responseTo(lookAtFile(path))
    if (!snapshot) return
    const now = this.ports.now()
    const before = this.seen.get(name.key)
    if (!before || !isSameSnapshot(before.snapshot, snapshot)) {
      this.seen.set(name.key, { snapshot, since: now })
      this.received.delete(name.key)
      this.waiting.delete(name.key)
      return
    }
    if (this.returned.has(snapshot.inode) && now - before.since < CALM_AFTER_RETURN_MS) return
    if (await this.isWaiting(name)) return
    const known = this.received.get(name.key)
    const file =
      known === undefined
        ? await this.receive(name, path, snapshot)
        : await findIntakeFile(this.ports.database.kysely, known)
    if (!file) this.received.delete(name.key)
    else if (file.state === 'done') await this.move(name, snapshot, file)
  }

  /** Whether there is still no room for a file; it is not read again before there is. */
  private async isWaiting({ key }: FileName): Promise<boolean> {
    const waits = this.waiting.get(key)
    if (!waits) return false
    const now = this.ports.now()
    if (now < waits.retryAt) return true
    if (await isStillOverQuota(this.ports, waits.id)) {
      this.waiting.set(key, { ...waits, retryAt: now + OVER_QUOTA_RETRY_MS })
      return true
    }
    this.waiting.delete(key)
    return false
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
    if (snapshot.size > MAX_ARRIVAL_BYTES)
      return refuse({ code: 'unreadable', failure: { code: 'too_large', most: limits.fileMegabytes } })
    try {
      const bytes = await this.responseTo(readUnchanged(path, snapshot))
      if (!bytes) return undefined
      const arrival = await receiveFile(ports, { ...about, bytes })
      if (arrival.kind === 'quota') {
        this.waiting.set(name.key, { id: arrival.id, retryAt: ports.now() + OVER_QUOTA_RETRY_MS })
        const variable = arrival.exceeded === 'draft' ? 'DRAFT_FILES_MB' : 'ALL_FILES_MB'
        this.reportOnce(name.key, new Error(`The file needs more room than ${variable} leaves.`))
      }
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
    await this.responseTo(mkdir(folder, { recursive: true }))
    const note = isFailed ? noteOf(name.text, reason) : undefined
    const moved = await this.responseTo(
      moveFile(
        { folder: this.folder, name: name.bytes, snapshot, sha256: file.sha256 },
        { folder, note },
        () => this.ports.failpoint('file_hidden'),
      ),
    )
    this.forget(name.key)
    this.returned.delete(snapshot.inode)
    if (moved) this.moved.set(moved.path.toString('latin1'), { ...moved, at: this.ports.now() })
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
    this.waiting.delete(key)
    this.reported.delete(key)
  }
}

/**
 * Why a file could not be read, in all languages, that of the server first: it is not known who opens the folder, and a
 * server often has no language.
 */
function noteOf(name: string, reason: IntakeReason): string {
  const own = env().terminalLanguage
  return [own, ...languages.filter(language => language !== own)]
    .map(language =>
      withLanguage(language, () => `${t('folder.failed', { name })}\n${reasonSentence(reason)}\n`),
    )
    .join('\n')
}

/** Names of the regular files in a folder: those that are not being written, and those that a server is moving. */
async function listNames(folder: Buffer): Promise<{ names: FileName[]; hidden: FileName[] }> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  const all = entries
    .filter(entry => entry.isFile())
    .map(({ name }) => ({ bytes: name, key: name.toString('latin1'), text: decodeName(name) }))
  return {
    names: all.filter(({ text }) => !UNFINISHED.test(text)),
    hidden: all.filter(({ bytes }) => isHiddenName(bytes)),
  }
}

/** The identity of a file that is not read. */
const identityOf = (name: FileName, { size, modifiedMs }: Snapshot): string =>
  sha256Hex(new TextEncoder().encode(JSON.stringify([name.text, size, modifiedMs])))
