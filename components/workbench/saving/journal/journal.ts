import { yieldToPaint } from '@/components/import/yield-to-paint'
import { nextPaint } from '@/components/workbench/tasks/schedule-task'
import { newSessionId } from '@/lib/desk-api/drafts/ids'
import { isEmptyPatch } from '@/lib/sheet/draft/draft'
import type { History, ReservedPlace, UndoStep } from '@/lib/sheet/workbook/acts/history'
import { readAll, readKeys, type StoreName, within, write } from './database'
import {
  type ActEntry,
  type Entry,
  fold,
  type JournalKey,
  join,
  type MoveEntry,
  overLimit,
  sizeOf,
  split,
  type UnsentKey,
} from './log'
import { eraseEntries, freeSpace, type JournalEntryInfo, prune } from './room'
import { holdWriterLock, noteEnding } from './writers'

/** Bytes of acts that are read at a time. */
const READ_BATCH_BYTES = 2 * 1024 * 1024
const MIN_UNDO_STEPS = 100
/** Bytes that the acts of one draft may use. */
const MAX_DRAFT_BYTES = 150 * 1024 * 1024
/** Another tab may still finish an act that it has begun to write, within this many milliseconds. */
const PARTIAL_ACT_TIMEOUT_MS = 60_000
/** How long edits wait for a paint at most, in milliseconds: the frames of a busy machine may be late. */
const PAINT_TIMEOUT_MS = 200

/** The page whose acts a journal keeps. */
interface JournalOwner {
  readonly history: History
  /**
   * Adds the acts of earlier editing sessions below those of the page.
   * @returns the undone acts that are dropped, because a new act was done since
   */
  readonly restoreHistory: (past: readonly UndoStep[], future: readonly UndoStep[]) => readonly UndoStep[]
  /** Ended editing sessions whose unsaved edits the page took over. */
  readonly adopted?: readonly string[]
  /** Called once if the browser has no space left for the edits of the page. */
  readonly onFull?: () => void
}

/**
 * The acts of an operator on a draft, stored in the browser so that undo outlives the page, and so that edits outlive
 * the tab that could not save them (docs/decisions/0026). `drafts` lists the journals; `log` has acts, undos and redos;
 * `parts` their patches; `unsent` the entries that the server may not have received.
 */
export class Journal {
  private readonly writer = newSessionId()
  private readonly numbers = new WeakMap<UndoStep, number>()
  private readonly reserved = new WeakMap<ReservedPlace, number>()
  private readonly queue: (() => Promise<unknown>)[] = []
  private readonly release: () => void
  private readonly endLoading: () => void
  private working: Promise<void> | undefined
  private isDisabled = false
  private hasFailed = false
  private isClosed = false
  private isLeaving = false
  /** Ends the wait for a paint. */
  private skipPaint = () => {}
  private last = 0
  private size = 0
  private older: ActEntry[] = []
  private isReading = false
  /** Whether everything done so far is on the server. */
  private isStored: boolean
  /** Undone acts that cannot be redone any more; their undo may not be saved yet. */
  private forgotten: { readonly n: number }[] = []

  private readonly history: History
  private readonly restoreHistory: JournalOwner['restoreHistory']
  private readonly onFull: () => void
  private adopted: readonly string[]

  constructor(
    private readonly place: JournalKey,
    private readonly about: { readonly sheet: string; isNew: boolean },
    { history, restoreHistory, adopted = [], onFull = () => {} }: JournalOwner,
  ) {
    this.history = history
    this.restoreHistory = restoreHistory
    this.adopted = adopted
    this.onFull = onFull
    this.release = holdWriterLock(this.writer)
    this.endLoading = history.beginLoading()
    this.isStored = adopted.length === 0
  }

  /**
   * Records an act.
   * @param forgotten undone acts that cannot be redone after it; they are erased once that is saved
   * @param place its place if acts above it were recorded before
   */
  act(step: UndoStep, forgotten: readonly UndoStep[], place?: ReservedPlace): void {
    const n = (place && this.reserved.get(place)) ?? this.next()
    this.numbers.set(step, n)
    const { patch, at, ...rest } = step
    const parts = split(patch)
    const size = sizeOf(patch)
    this.size += size
    const entry = { kind: 'act', n, writer: this.writer, at, rest, parts: parts.length, size } as const
    this.enqueue(async () => {
      for (const [i, part] of parts.slice(0, -1).entries()) {
        await this.put(store => {
          store('parts').put(part, [...this.place, n, i])
          if (i > 0) return
          store('log').put({ ...entry, isWhole: false }, [...this.place, n])
          // The journal is listed from the first part on: otherwise it would never be pruned.
          this.touch(store)
        })
        // A hidden page may be closed any moment, so it does not wait.
        if (!document.hidden) await yieldToPaint()
      }
      await this.put(store => {
        const part = parts.at(-1)
        if (part) store('parts').put(part, [...this.place, n, parts.length - 1])
        store('log').put({ ...entry, isWhole: true }, [...this.place, n])
        if (part) store('unsent').put(n, [...this.place, this.writer, n])
        this.touch(store)
      })
    })
    this.forget(forgotten)
    this.noteUnstored(step)
  }

  /** Reserves the number of an act that is recorded later, below the acts until then. */
  reserve(place: ReservedPlace): void {
    this.reserved.set(place, this.next())
  }

  /** Records that an act was undone or redone. */
  move(step: UndoStep, kind: MoveEntry['kind']): void {
    const of = this.numbers.get(step)
    if (of === undefined) return
    const n = this.next()
    const entry: MoveEntry = { kind, n, writer: this.writer, of }
    this.enqueue(() =>
      this.put(store => {
        store('log').put(entry, [...this.place, n])
        store('unsent').put(n, [...this.place, this.writer, n])
        this.touch(store)
      }),
    )
    this.noteUnstored(step)
    if (kind === 'undo' && this.history.depth < MIN_UNDO_STEPS) this.readOlder()
  }

  /** Whether the browser has all edits that the server may not have. Without a database or space it does not. */
  get isComplete(): boolean {
    return !this.hasFailed
  }

  /** Everything done so far is on the server. */
  saved(): void {
    this.hasFailed = this.isDisabled
    const { last, adopted } = this
    if (last === 0 && adopted.length === 0) return
    this.adopted = []
    this.about.isNew = false
    this.isStored = true
    const erase: Parameters<typeof write>[0] = store => {
      store('unsent').delete(within([...this.place, this.writer], last))
      for (const writer of adopted) store('unsent').delete(within([...this.place, writer]))
    }
    this.enqueue(async () => {
      await this.put(store => {
        erase(store)
        this.touch(store)
      })
      // Otherwise the next page would apply these edits again, and not those that followed without a journal.
      if (this.isDisabled) await write(erase)
    })
    this.forget([])
  }

  /** Loads the acts of earlier editing sessions: the newest now, older ones when undo comes near them. */
  async load(): Promise<void> {
    await this.loadNewest().finally(this.endLoading)
    await prune(this.place, Date.now())
  }

  private async loadNewest(): Promise<void> {
    const log = await readAll<Entry>('log', within(this.place))
    const { past, future, dead } = fold(log.filter(entry => entry.writer !== this.writer))
    const over = overLimit(past, MAX_DRAFT_BYTES)
    this.older = past.slice(over.length)
    for (const act of [...this.older, ...future]) this.size += act.size
    const gone = dead.filter(({ n }) => n < numberAt(Date.now() - PARTIAL_ACT_TIMEOUT_MS))
    if (gone.length + over.length > 0) await eraseEntries(this.place, [...gone, ...over])
    const steps = await this.read(future)
    await this.readOlder(steps)
  }

  /** The operator is leaving the page, or is asked whether to: what was done so far is written in the same task. */
  leave(): void {
    this.isLeaving = true
    this.skipPaint()
    setTimeout(() => {
      this.isLeaving = false
    })
  }

  /**
   * Ends the editing session once everything is written, and the last save of its page has ended: a page that took the
   * edits over before would send them a second time.
   * @param lastSave the save that began last; another one may begin when it ends
   */
  close(lastSave: () => Promise<unknown> | undefined = () => undefined): Promise<void> {
    const end = this.end(lastSave)
    void noteEnding(this.place, end)
    return end
  }

  private async end(lastSave: () => Promise<unknown> | undefined): Promise<void> {
    this.isClosed = true
    this.endLoading()
    // The last save of a page begins after this call, in the same task.
    await Promise.resolve()
    for (let save = lastSave(), ended: unknown; save !== ended; save = lastSave()) {
      ended = save
      await save?.catch(() => {})
    }
    await this.working
    this.release()
  }

  private async readOlder(future: readonly UndoStep[] = []): Promise<void> {
    if (this.isReading || this.isClosed) return
    this.isReading = true
    let bytes = 0
    let from = this.older.length
    while (from > 0 && this.older.length - from < MIN_UNDO_STEPS && bytes < READ_BATCH_BYTES)
      bytes += this.older[--from]?.size ?? 0
    const endLoading = this.history.beginLoading()
    try {
      const past = await this.read(this.older.splice(from))
      this.isReading = false
      if (this.isClosed || past.length + future.length === 0) return
      this.forget(this.restoreHistory(past, future))
    } finally {
      endLoading()
    }
  }

  private noteUnstored({ patch }: UndoStep): void {
    if (!isEmptyPatch(patch)) this.isStored = false
  }

  /** Erases acts once undo no longer needs them to restore the draft as it was left. */
  private forget(steps: readonly UndoStep[]): void {
    this.forgotten.push(...this.entriesOf(steps))
    if (!this.isStored || this.forgotten.length === 0) return
    const gone = this.forgotten
    this.forgotten = []
    this.enqueue(async () => {
      // Another tab of the operator may not have saved its act yet, which this one loaded and undid.
      const keys = await readKeys<UnsentKey>('unsent', within(this.place))
      const unsaved = new Set(keys.map(([, , , n]) => n))
      await eraseEntries(
        this.place,
        gone.filter(({ n }) => !unsaved.has(n)),
      )
    })
  }

  private async read(entries: readonly ActEntry[]): Promise<UndoStep[]> {
    const steps = await Promise.all(entries.map(entry => readStep(this.place, entry)))
    for (const [i, step] of steps.entries()) if (step) this.numbers.set(step, entries[i]?.n ?? 0)
    return steps.filter(step => step !== undefined)
  }

  private entriesOf(steps: readonly UndoStep[]): { readonly n: number }[] {
    return steps.flatMap(step => {
      const n = this.numbers.get(step)
      return n === undefined ? [] : [{ n }]
    })
  }

  private next(): number {
    this.last = Math.max(this.last + 1, numberAt(Date.now()))
    return this.last
  }

  private touch(store: (name: StoreName) => IDBObjectStore): void {
    const info: JournalEntryInfo = { place: this.place, ...this.about, touched: Date.now(), size: this.size }
    store('drafts').put(info, [...this.place])
  }

  private async put(act: Parameters<typeof write>[0]): Promise<void> {
    if (this.isDisabled) return
    let written = await write(act)
    for (; written === 'full'; written = await write(act)) {
      // Without free space the journal stops, and says so.
      this.isDisabled = !(await freeSpace(this.place))
      if (!this.isDisabled) continue
      this.hasFailed = true
      return this.onFull()
    }
    if (written === 'failed') this.hasFailed = true
  }

  private enqueue(work: () => Promise<unknown>): void {
    this.queue.push(work)
    this.working ??= this.work()
  }

  /** Writes the queue in order, after the next paint or its timeout. */
  private async work(): Promise<void> {
    const skipped = new Promise<void>(resolve => {
      this.skipPaint = resolve
      setTimeout(resolve, PAINT_TIMEOUT_MS)
    })
    if (!this.isLeaving) await Promise.race([nextPaint(), skipped])
    for (let next = this.queue.shift(); next; next = this.queue.shift()) await next()
    this.working = undefined
  }
}

/** Numbers grow with the time, so that two tabs do not make the same; microseconds since 1970. */
const numberAt = (milliseconds: number): number => Math.floor(milliseconds * 1000 + Math.random() * 1000)

/** The step of an act; undefined when a part of its patch is missing. */
export async function readStep(place: JournalKey, entry: ActEntry): Promise<UndoStep | undefined> {
  const parts = await readAll<UndoStep['patch']>('parts', within([...place, entry.n]))
  return parts.length === entry.parts ? { patch: join(parts), at: entry.at, ...entry.rest } : undefined
}
