import 'server-only'
import { setTimeout } from 'node:timers/promises'
import { PollingLoop } from '@/lib/desk/polling-loop'
import type { CancelledReport } from '@/lib/desk-api/runs/shop-cancellations'
import { cancelledIn } from '@/lib/desk-api/runs/shop-cancellations'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { type Db, isStorageFull, isTransient } from '@/lib/store/db/database'
import { findDraft, saveLines } from '@/lib/store/drafts/drafts'
import { findSource, readSourceBytes } from '@/lib/store/drafts/sources/sources'
import { advanceFile, claimFile, listDueFiles, releaseFile, renewLease } from '@/lib/store/intake/file-queue'
import { findIntakeFile, type IntakeFile } from '@/lib/store/intake/files'
import type { IntakeOutcome } from '@/lib/store/intake/tables'
import { iso } from '@/lib/store/stored-values'
import { HOUR_MS } from '@/lib/time-units'
import { type ArrivalPorts, createDraft, deleteAbandoned } from './arrival'
import {
  countOrders,
  countsOf,
  type ImportWriter,
  removePartial,
  saveFileLines,
  saveTables,
} from './import-step'
import type { IntakeReason } from './reason'
import { type FileImport, ThreadGone } from './thread/file-import'

/** Points where a crash test kills the process. */
export type IntakeFailpoint = 'file_claimed' | 'file_drafted' | 'file_lines' | 'file_saved' | 'file_checking'

/** What the worker needs from outside: tests replace each. */
export interface IntakePorts extends Pick<ArrivalPorts, 'database' | 'now'> {
  /** Unique for each start of a process. */
  readonly owner: string
  startImport(): FileImport
  /** Requests the check of a draft. @returns its id; undefined where nothing can be checked */
  startCheck(check: {
    readonly draftId: string
    readonly sheet: SheetId
    readonly connectionId: string | null
    /** The same for every repetition. */
    readonly requestId: string
    readonly operatorId: string
  }): Promise<string | undefined>
  /** Keeps queued orders from being sent that a file marks as cancelled. */
  reportCancelled(draftId: string, report: CancelledReport, operatorId: string): Promise<unknown>
  failpoint(at: IntakeFailpoint): void
  report(error: unknown): void
}

const POLL_MS = 2_000
/** A process that does not renew its lease for this long counts as dead. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
/** How long a file waits after a failure of the storage, or of the code. */
const RETRY_MS = 10_000
const MAINTENANCE_INTERVAL_MS = HOUR_MS
/** Files that one process works on at the same time. */
const MAX_CONCURRENT = 2
/** A file during which this many processes ended needs a person. */
const MAX_CRASHES = 3

/** Another process took this one for dead and works on the file. */
class LeaseLost extends Error {}

/** This process ends: another one continues with the file. */
class Closing extends Error {}

/** The draft of the file was deleted meanwhile. */
class DraftDeleted extends Error {}

/**
 * Makes drafts of received files. The table is the queue: each step is a transaction that also renews the lease of this
 * process, so every file becomes exactly one draft, whichever process dies where.
 */
export class IntakeWorker {
  private readonly working = new Map<string, Promise<void>>()
  private readonly loop: PollingLoop
  private nextMaintenanceAt = 0

  constructor(private readonly ports: IntakePorts) {
    const steps = [() => this.maintain(), () => this.claim()]
    this.loop = new PollingLoop({ steps, everyMs: POLL_MS, report: error => ports.report(error) })
  }

  /** Looks for files now and then every two seconds. */
  start(): void {
    this.loop.start()
  }

  /** Looks for files; a call during a look makes it look once more. Never throws. */
  wake(): Promise<void> {
    return this.loop.wake()
  }

  /** Waits until nothing is due. */
  async idle(): Promise<void> {
    for (;;) {
      await this.wake()
      if (this.working.size === 0) return
      await Promise.race(this.working.values())
    }
  }

  /** Takes no further file and leaves those under way after their present step; the next process continues. */
  async close(): Promise<void> {
    await this.loop.stop()
    await Promise.race([Promise.all(this.working.values()), setTimeout(RENEW_MS, undefined, { ref: false })])
  }

  private async maintain(): Promise<void> {
    const now = this.ports.now()
    if (now < this.nextMaintenanceAt) return
    await deleteAbandoned(this.ports)
    this.nextMaintenanceAt = now + MAINTENANCE_INTERVAL_MS
  }

  private async claim(): Promise<void> {
    const { owner, now, database } = this.ports
    if (this.working.size >= MAX_CONCURRENT) return
    for (const { id } of await listDueFiles(database.kysely, iso(now()), MAX_CONCURRENT)) {
      if (this.working.size >= MAX_CONCURRENT || this.loop.isClosing) return
      if (this.working.has(id)) continue
      const lease = { owner, now: iso(now()), until: iso(now() + LEASE_MS) }
      const file = await claimFile(database.kysely, id, lease)
      if (!file) continue
      const work = this.process(file)
        .catch(error => this.ports.report(error))
        .finally(() => {
          this.working.delete(id)
          void this.wake()
        })
      this.working.set(id, work)
    }
  }

  private async process(file: IntakeFile): Promise<void> {
    const { ports } = this
    const { kysely } = ports.database
    ports.failpoint('file_claimed')
    const renewing = setInterval(() => {
      renewLease(kysely, file.id, ports.owner, this.leaseEnd()).catch(() => undefined)
    }, RENEW_MS).unref()
    try {
      await this.advance(file)
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (error instanceof Closing) return await releaseFile(kysely, file.id, ports.owner, null)
      if (error instanceof DraftDeleted) return await this.end(file, 'imported')
      const until = iso(ports.now() + RETRY_MS)
      // After a failure of the storage the file is tried again. After any other failure it stays owned, so that the
      // next process counts a crash.
      if (isTransient(error) || isStorageFull(error)) await releaseFile(kysely, file.id, ports.owner, until)
      else {
        await renewLease(kysely, file.id, ports.owner, until)
        ports.report(error)
      }
    } finally {
      clearInterval(renewing)
    }
  }

  private async advance(claimed: IntakeFile): Promise<void> {
    if (claimed.crashes >= MAX_CRASHES)
      return this.needPerson(claimed, knownSheet(claimed), 'gone', { code: 'gone' })
    if (claimed.state !== 'saved') await this.import(claimed)
    const file = await findIntakeFile(this.ports.database.kysely, claimed.id)
    if (file?.state === 'saved') await this.check(file)
  }

  private async import(file: IntakeFile): Promise<void> {
    const { ports } = this
    const { database } = ports
    const head = await findSource(database.kysely, file.id)
    // The draft, and its files with it, was deleted.
    if (!head || head.kept_at === null || head.erased_at !== null) return this.end(file, 'imported')
    const reading = ports.startImport()
    try {
      const bytes = await bytesOf(readSourceBytes(database.longReads, head), file.size)
      const opened = await reading.open({ id: file.id, name: file.name, bytes, sheet: knownSheet(file) })
      if (opened.kind === 'question')
        return await this.needPerson(file, opened.sheet, 'question', {
          code: 'question',
          question: opened.question,
        })
      if (opened.kind === 'unreadable')
        return await this.needPerson(file, opened.sheet, 'unreadable', {
          code: 'unreadable',
          failure: opened.failure,
        })
      const writer = this.writerFor(file)
      await writer.write(async (trx, now) => {
        if (
          (await findDraft(trx, file.draft_id)) === undefined &&
          !(await createDraft(trx, file, opened.sheet, now))
        )
          throw new DraftDeleted()
        await advanceFile(trx, file.id, { state: 'drafted', sheet: opened.sheet }, now.toISOString())
      })
      ports.failpoint('file_drafted')
      await saveTables(writer, head, opened, reading)
      await saveFileLines(writer, file, opened.sheet, reading)
      const counts = await reading.counts()
      const cancelled = cancelledIn({ ...counts, name: file.name, size: file.size })
      if (cancelled) await ports.reportCancelled(file.draft_id, cancelled, file.operator_id)
      const totals = await countOrders(database, file.draft_id, opened.sheet)
      await writer.write(async (trx, now) => {
        const draft = {
          id: file.draft_id,
          sheet: opened.sheet,
          name: '',
          operatorId: file.operator_id,
          ...totals,
        }
        await writer.save(trx, draft, [], now)
        const step = { state: 'saved', counts: JSON.stringify(countsOf(counts, opened)) } as const
        await advanceFile(trx, file.id, step, now.toISOString())
      })
      ports.failpoint('file_saved')
    } catch (error) {
      if (!(error instanceof ThreadGone)) throw error
      await this.needPerson(file, knownSheet(file), 'gone', { code: 'gone' })
    } finally {
      await reading.close()
    }
  }

  private async check(file: IntakeFile): Promise<void> {
    const { ports } = this
    const sheet = knownSheet(file)
    const run =
      sheet &&
      (await ports.startCheck({
        draftId: file.draft_id,
        sheet,
        connectionId: file.connection_id,
        requestId: `file-${file.id}`,
        operatorId: file.operator_id,
      }))
    ports.failpoint('file_checking')
    await this.end(file, 'imported', run)
  }

  private async end(file: IntakeFile, outcome: IntakeOutcome, run?: string): Promise<void> {
    await this.writerFor(file).write((trx, now) =>
      advanceFile(trx, file.id, { state: 'done', outcome, check_run: run ?? null }, now.toISOString()),
    )
  }

  /** @param known the sheet of the file, where it has no draft yet; undefined: the file was not read */
  private async needPerson(
    file: IntakeFile,
    known: SheetId | undefined,
    outcome: IntakeOutcome,
    reason: IntakeReason,
  ): Promise<void> {
    const writer = this.writerFor(file)
    const likely = known ?? 'orders/japan'
    if (file.state === 'drafted' || outcome === 'gone') await removePartial(writer, file, likely)
    await writer.write(async (trx, now) => {
      const draft = await findDraft(trx, file.draft_id)
      const sheet = draft && isSheet(draft.sheet) ? draft.sheet : likely
      if (!draft) await createDraft(trx, file, sheet, now)
      const step = { state: 'done', outcome, reason: JSON.stringify(reason), sheet } as const
      await advanceFile(trx, file.id, step, now.toISOString())
    })
  }

  private writerFor({ id }: IntakeFile): ImportWriter {
    const { database, owner, now, failpoint } = this.ports
    return {
      database,
      failpoint,
      write: work =>
        database.accept(async trx => {
          if (this.loop.isClosing) throw new Closing()
          if (!(await renewLease(trx, id, owner, this.leaseEnd()))) throw new LeaseLost()
          return work(trx, new Date(now()))
        }),
      save: async (trx: Db, draft, upserts, at) => {
        const lifecycle = await saveLines(trx, { ...draft, evenArchived: true }, { upserts, removes: [] }, at)
        if (lifecycle.state !== 'open') throw new DraftDeleted()
      },
    }
  }

  private leaseEnd(): string {
    return iso(this.ports.now() + LEASE_MS)
  }
}

async function bytesOf(parts: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The sheet that was requested for a file, or found when it was read; undefined: none yet. */
const knownSheet = ({ sheet }: IntakeFile): SheetId | undefined => (isSheet(sheet) ? sheet : undefined)

const isSheet = (id: string | null): id is SheetId => id !== null && Object.hasOwn(sheets, id)
