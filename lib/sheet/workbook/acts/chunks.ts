import { advance, finish, type Steps, TASK_MS } from '@/lib/sheet/codecs/steps'
import { invertPatch, isEmptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { ScheduleTask } from '@/lib/sheet/workbook/judging/judge-queue'
import type { UndoStep } from './history'

/** Lines from which on a patch is applied in chunks. */
const MIN_CHUNKED_LINES = 2000
/** Lines of a chunk: applying it takes a few milliseconds. */
const CHUNK_SIZE = 400
/** How often the whole screen is drawn while a large patch is applied, in milliseconds. */
const NOTIFY_INTERVAL_MS = 800

/** An edit that is applied chunk by chunk. */
export interface ChunkedEdit {
  add(chunk: Patch): void
  /** Ends the edit. @returns the act; undefined when nothing was applied */
  end(): UndoStep | undefined
  cancel(): void
}

/** Several patches as one. No line may be in two of them. */
const joinPatches = (patches: readonly Patch[]): Patch => ({
  changes: patches.flatMap(patch => patch.changes),
  inserted: patches.flatMap(patch => patch.inserted),
  removed: patches.flatMap(patch => patch.removed),
})

interface Deps {
  /** @param isNotified whether the whole screen is drawn now @param isChunk whether the patch is one of several */
  readonly change: (patch: Patch, isNotified: boolean, isChunk: boolean) => void
  /** The changes of a large patch in the order in which they are to be applied. */
  readonly ordered: (changes: Patch['changes']) => Patch['changes']
  readonly scheduleTask: ScheduleTask
  /** Called when the first chunk of an edit is applied, and after the last. */
  readonly onActiveChange: (isActive: boolean) => void
}

interface ChunkedEditOptions {
  /** Whether chunks may be applied. */
  readonly isAllowed: () => boolean
  /** Called before each chunk is applied. */
  readonly onChunk: (chunk: Patch) => void
  /** Records the whole edit at its end. */
  readonly onEnd: (all: Patch) => UndoStep
  /** The part of a chunk that may still be reverted when the edit is cancelled. */
  readonly narrow: (chunk: Patch) => Patch
}

/** An edit whose patch is still being computed. */
interface Preparation {
  readonly steps: Steps<Patch>
  /** The part of a chunk that still applies when it is its turn. */
  readonly narrow: (chunk: Patch) => Patch
  /** Called once the whole patch is applied. */
  readonly onEnd: () => void
}

/**
 * Applies large patches in chunks, so that the browser paints and handles keys between them. The next act calls `flush`
 * first: then the draft is as if each patch had been applied at once.
 */
export class ChunkedPatches {
  private waiting: Patch[] = []
  /** The part of a chunk that still applies when it is its turn. */
  private narrow: (chunk: Patch) => Patch = chunk => chunk
  private notifiedAt = 0
  private preparation: Preparation | undefined
  /** Called when the waiting chunks are applied. */
  private onApplied: (() => void) | undefined
  /** Edits in chunks that have begun and not ended. */
  private openEdits = 0

  constructor(private readonly deps: Deps) {}

  /**
   * @param narrow the part of a chunk that still applies; called chunk by chunk, since it takes a while
   * @returns whether anything was applied
   */
  apply(patch: Patch, narrow: (chunk: Patch) => Patch): boolean {
    this.flush()
    const chunks = chunksOf(patch, this.deps.ordered)
    for (const [at, chunk] of chunks.entries()) {
      const left = narrow(chunk)
      if (isEmptyPatch(left)) continue
      this.waiting = chunks.slice(at + 1)
      this.narrow = narrow
      const isMore = this.waiting.length > 0
      if (isMore) this.deps.onActiveChange(true)
      this.deps.change(left, true, isMore)
      if (isMore) this.deps.scheduleTask(this.next, 'after paint')
      return true
    }
    return false
  }

  /** `apply`, and then calls `onEnd` once all of the patch is applied. */
  applyToEnd(patch: Patch, narrow: (chunk: Patch) => Patch, onEnd: () => void): void {
    this.apply(patch, narrow)
    this.whenApplied(onEnd)
  }

  /** Calls `then` once all of the patch that was applied last is there. */
  whenApplied(then: () => void): void {
    this.onApplied = then
    if (this.waiting.length === 0) this.end()
  }

  /** Begins an edit in chunks. No line may be in two of them. A cancelled edit leaves nothing behind. */
  begin({ isAllowed, onChunk, onEnd, narrow }: ChunkedEditOptions): ChunkedEdit {
    const applied: Patch[] = []
    return {
      add: chunk => {
        if (!isAllowed() || isEmptyPatch(chunk)) return
        this.flush()
        if (applied.length === 0) this.openEdits++
        this.deps.onActiveChange(true)
        onChunk(chunk)
        this.applyChunk(chunk, applied.length === 0)
        applied.push(chunk)
      },
      end: () => {
        this.flush()
        if (applied.length === 0) return undefined
        this.openEdits--
        this.noteEnd()
        return onEnd(joinPatches(applied))
      },
      cancel: () => {
        // The edit stays in progress until all of it is reverted: half an edit must not be saved.
        this.apply(invertPatch(joinPatches(applied)), narrow)
        if (applied.length > 0) this.openEdits--
        if (this.waiting.length === 0) this.noteEnd()
      },
    }
  }

  /** Computes a patch step by step, then applies it in chunks. */
  prepare(preparation: Preparation): void {
    this.flush()
    this.preparation = preparation
    this.deps.onActiveChange(true)
    this.deps.scheduleTask(this.continuePreparation, 'after paint')
  }

  private readonly continuePreparation = (): void => {
    // `flush` has finished it.
    if (!this.preparation) return
    const done = advance(this.preparation.steps, performance.now() + TASK_MS)
    if (done) this.applyPrepared(done.value)
    else this.deps.scheduleTask(this.continuePreparation)
  }

  private applyPrepared(patch: Patch): void {
    const { preparation } = this
    if (!preparation) return
    this.preparation = undefined
    this.applyToEnd(patch, preparation.narrow, preparation.onEnd)
  }

  /**
   * Computes the rest of a patch that is being prepared. Called before a colleague's change is applied: the patch is
   * based on the texts that the operator saw. Its chunks wait for their turn, so that each leaves out what has
   * changed by then.
   */
  finishPreparation(): void {
    const { preparation } = this
    if (!preparation) return
    this.preparation = undefined
    this.waiting = chunksOf(finish(preparation.steps), this.deps.ordered)
    this.narrow = preparation.narrow
    this.onApplied = preparation.onEnd
    this.deps.scheduleTask(this.next)
  }

  /** An edit has ended; others that were begun before may go on. */
  private noteEnd(): void {
    if (this.openEdits === 0) this.deps.onActiveChange(false)
  }

  private end(): void {
    this.noteEnd()
    const { onApplied } = this
    this.onApplied = undefined
    onApplied?.()
  }

  private applyChunk(patch: Patch, isNotified = this.waiting.length === 0): void {
    const now = performance.now()
    const isDue = isNotified || now - this.notifiedAt > NOTIFY_INTERVAL_MS
    if (isDue) this.notifiedAt = now
    this.deps.change(patch, isDue, true)
  }

  /** Finishes what is being prepared, and applies all waiting chunks at once. */
  flush(): void {
    if (this.preparation) this.applyPrepared(finish(this.preparation.steps))
    const waiting = this.waiting
    this.waiting = []
    for (const [at, patch] of waiting.entries())
      this.deps.change(this.narrow(patch), at === waiting.length - 1, true)
    if (waiting.length > 0) this.end()
  }

  private readonly next = (): void => {
    const patch = this.waiting.shift()
    // `flush` has applied it.
    if (!patch) return
    this.applyChunk(this.narrow(patch))
    if (this.waiting.length > 0) this.deps.scheduleTask(this.next)
    else this.end()
  }
}

/** Splits a patch. A small patch, and a patch that moves lines, is one chunk. */
function chunksOf(patch: Patch, ordered: Deps['ordered']): Patch[] {
  const { changes, inserted, removed } = patch
  if (changes.length + inserted.length + removed.length < MIN_CHUNKED_LINES || movesLines(patch))
    return [patch]
  const chunks: Patch[] = []
  const cut = <T>(all: readonly T[], chunkOf: (some: readonly T[]) => Partial<Patch>) => {
    for (let at = 0; at < all.length; at += CHUNK_SIZE)
      chunks.push({ changes: [], inserted: [], removed: [], ...chunkOf(all.slice(at, at + CHUNK_SIZE)) })
  }
  cut(removed, some => ({ removed: some }))
  // From the bottom up: lines on the screen are not drawn again for each chunk, and no line below moves.
  chunks.reverse()
  cut(inserted, some => ({ inserted: some }))
  cut(ordered(changes), some => ({ changes: some }))
  return chunks
}

function movesLines({ inserted, removed }: Patch): boolean {
  if (inserted.length === 0 || removed.length === 0) return false
  const insertedIds = new Set(inserted.map(({ id }) => id))
  return removed.some(({ id }) => insertedIds.has(id))
}
