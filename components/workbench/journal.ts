import { isEmptyPatch } from '@/lib/sheet/draft'
import type { History, Step } from '@/lib/sheet/history'
import { newLineId } from './grid-source'
import { readAll, type StoreName, within, write } from './journal-database'
import {
  type ActEntry,
  type Entry,
  fold,
  join,
  type MoveEntry,
  overLimit,
  type Place,
  sizeOf,
  split,
} from './journal-log'
import { eraseEntries, type Held, makeRoom, tidy } from './journal-room'
import { holdLock } from './journal-writers'

/** Acts are read this many at a time, in bytes; and more of them once fewer can be undone. */
const BATCH = 2 * 1024 * 1024
const LOW = 100
/** Bytes that the acts of one draft may take. */
const LIMIT = 150 * 1024 * 1024
/** A half-written act of another tab may still be finished, within this many milliseconds. */
const HALF_DONE = 60_000

/**
 * What an operator did to a draft, kept in the browser so that undo outlives the page, and so that an edit which the
 * server has not got yet outlives the tab (docs/decisions/0026). `drafts` says what is held; `log` lists acts, undos and
 * redos; `parts` has the patches; `unsent` names the entries that the server may not have.
 */
export class Journal {
  private readonly writer = newLineId()
  private readonly numbers = new WeakMap<Step, number>()
  private readonly queue: (() => Promise<unknown>)[] = []
  private readonly release: () => void
  private working: Promise<void> | undefined
  private isOff = false
  private isClosed = false
  private last = 0
  private size = 0
  private older: ActEntry[] = []
  private isReading = false
  /** Whether everything done so far is on the server. */
  private isStored: boolean
  /** Acts that nobody can do again; their undoing may not be on the server yet. */
  private forgotten: { readonly n: number }[] = []

  /** @param adopted sittings whose unsaved edits this one took over */
  constructor(
    private readonly place: Place,
    private readonly about: { readonly sheet: string; isNew: boolean },
    private readonly history: History,
    private adopted: readonly string[],
    private readonly remember: (past: readonly Step[], future: readonly Step[]) => readonly Step[],
  ) {
    this.release = holdLock(this.writer)
    this.isStored = adopted.length === 0
  }

  /** Keeps an act; `forgotten` were undone before it and go, once that is on the server. */
  act(step: Step, forgotten: readonly Step[]): void {
    const n = this.next()
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
          // What is held is listed from its first part on: else nobody would tidy it up.
          this.touch(store)
        })
        await pause()
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

  /** Keeps that an act was undone or done again. */
  move(step: Step, kind: MoveEntry['kind']): void {
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
    if (kind === 'undo' && this.history.depth < LOW) this.readOlder()
  }

  /** Everything done so far is on the server. */
  saved(): void {
    const { last, adopted } = this
    if (last === 0 && adopted.length === 0) return
    this.adopted = []
    this.about.isNew = false
    this.isStored = true
    this.enqueue(() =>
      this.put(store => {
        store('unsent').delete(within([...this.place, this.writer], last))
        for (const writer of adopted) store('unsent').delete(within([...this.place, writer]))
        this.touch(store)
      }),
    )
    this.forget([])
  }

  /** Reads what was done in earlier sittings: the newest acts now, older ones when the undoing comes near them. */
  async load(): Promise<void> {
    const log = await readAll<Entry>('log', within(this.place))
    const { past, future, dead } = fold(log.filter(entry => entry.writer !== this.writer))
    const over = overLimit(past, LIMIT)
    this.older = past.slice(over.length)
    for (const act of [...this.older, ...future]) this.size += act.size
    const gone = dead.filter(({ n }) => n < numberAt(Date.now() - HALF_DONE))
    if (gone.length + over.length > 0) await eraseEntries(this.place, [...gone, ...over])
    const steps = await this.read(future)
    await this.readOlder(steps)
    await tidy(this.place, Date.now())
  }

  /** Ends the sitting, once everything is written. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.working
    this.release()
  }

  private async readOlder(future: readonly Step[] = []): Promise<void> {
    if (this.isReading || this.isClosed) return
    this.isReading = true
    let bytes = 0
    let from = this.older.length
    while (from > 0 && this.older.length - from < LOW && bytes < BATCH) bytes += this.older[--from]?.size ?? 0
    const past = await this.read(this.older.splice(from))
    this.isReading = false
    if (this.isClosed || past.length + future.length === 0) return
    this.forget(this.remember(past, future))
  }

  private noteUnstored({ patch }: Step): void {
    if (!isEmptyPatch(patch)) this.isStored = false
  }

  /** Erases acts, as soon as no undoing of them is wanted any more to bring the draft back as it was left. */
  private forget(steps: readonly Step[]): void {
    this.forgotten.push(...this.entriesOf(steps))
    if (!this.isStored || this.forgotten.length === 0) return
    const gone = this.forgotten
    this.forgotten = []
    this.enqueue(() => eraseEntries(this.place, gone))
  }

  private async read(entries: readonly ActEntry[]): Promise<Step[]> {
    const steps = await Promise.all(entries.map(entry => readStep(this.place, entry)))
    for (const [i, step] of steps.entries()) if (step) this.numbers.set(step, entries[i]?.n ?? 0)
    return steps.filter(step => step !== undefined)
  }

  private entriesOf(steps: readonly Step[]): { readonly n: number }[] {
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
    const held: Held = { place: this.place, ...this.about, touched: Date.now(), size: this.size }
    store('drafts').put(held, [...this.place])
  }

  private async put(act: Parameters<typeof write>[0]): Promise<void> {
    if (this.isOff) return
    for (let written = await write(act); written === 'full'; written = await write(act)) {
      // Without room the journal stops; it was a help, and nothing else depends on it.
      this.isOff = !(await makeRoom(this.place))
      if (this.isOff) return
    }
  }

  private enqueue(work: () => Promise<unknown>): void {
    this.queue.push(work)
    this.working ??= this.work()
  }

  /** Writes one thing after the other, after the screen had a chance to paint. */
  private async work(): Promise<void> {
    await pause()
    for (let next = this.queue.shift(); next; next = this.queue.shift()) await next()
    this.working = undefined
  }
}

/** Numbers grow with the time, so that two tabs do not make the same; microseconds since 1970. */
const numberAt = (milliseconds: number): number => Math.floor(milliseconds * 1000 + Math.random() * 1000)

/** Lets the browser paint and hear keys, unless nobody looks: such a page may end any moment. */
const pause = (): Promise<void> =>
  document.visibilityState === 'hidden' ? Promise.resolve() : new Promise(resolve => setTimeout(resolve, 0))

/** An act with its patch; undefined when a part of it is missing. */
export async function readStep(place: Place, entry: ActEntry): Promise<Step | undefined> {
  const parts = await readAll<Step['patch']>('parts', within([...place, entry.n]))
  return parts.length === entry.parts ? { patch: join(parts), at: entry.at, ...entry.rest } : undefined
}
