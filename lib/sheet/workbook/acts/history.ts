import { invertPatch, isEmptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { Sort } from '@/lib/sheet/view/arrangement'
import { Arrivals } from './arrivals'
import { type Placement, Placements } from './placements'

/** One undoable act, and the active cell at that time. Sorting is an act as well: it changes the view and no line. */
export interface UndoStep {
  readonly patch: Patch
  readonly sort?: { readonly before: Sort | null; readonly after: Sort | null }
  readonly at: CellAddress | null
}

/** An act to be reversed or repeated. */
export interface Replay extends UndoStep {
  /** The lines that others have inserted since the act was done. */
  readonly arrivedSince: ReadonlySet<LineId>
  /** The lines that undo and redo placed at other ranks since. */
  readonly placedSince: ReadonlyMap<LineId, Placement>
}

/** The place of an act that is recorded later, below the acts that follow meanwhile. */
export interface ReservedPlace {
  /** How many acts were recorded before. */
  readonly recorded: number
}

/** What had happened when an act was done. */
interface Before {
  /** How many lines had arrived from others. */
  readonly arrived: number
  /** How many lines had been placed by undo and redo. */
  readonly placed: number
  readonly number: number
}

/** Unlimited undo and redo; a new act drops the undone ones. */
export class History {
  /**
   * Called with every act, and with the undone acts that it drops.
   * @param place where it was reserved, if there are acts above
   */
  onAct: (step: UndoStep, dropped: readonly UndoStep[], place?: ReservedPlace) => void = () => {}
  onReserve: (place: ReservedPlace) => void = () => {}
  /** Called with every act that is undone or redone. */
  onReplay: (step: UndoStep, kind: 'undo' | 'redo') => void = () => {}
  readonly arrivals = new Arrivals()
  readonly placements = new Placements()
  /** What had happened when an act was done; absent for acts of earlier editing sessions. */
  private readonly before = new WeakMap<UndoStep, Before>()
  private past: UndoStep[] = []
  private future: UndoStep[] = []
  private recorded = 0
  /** Resolves once acts of earlier editing sessions that are being read are there; undefined: none are being read. */
  loading: Promise<void> | undefined

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  /** Notes that acts of earlier editing sessions are being read. @returns a function to call at the end */
  beginLoading(): () => void {
    let resolve = () => {}
    const loading = new Promise<void>(done => {
      resolve = done
    })
    this.loading = loading
    return () => {
      if (this.loading === loading) this.loading = undefined
      resolve()
    }
  }

  /** Whether any act that can be undone was done since the draft was opened. */
  get hasOwnActs(): boolean {
    return this.past.some(step => this.before.has(step))
  }

  /** How many acts can be undone. */
  get depth(): number {
    return this.past.length
  }

  /** The act that `undo` would reverse. */
  get newest(): UndoStep | undefined {
    return this.past.at(-1)
  }

  /** The act that `redo` would repeat. */
  get newestUndone(): UndoStep | undefined {
    return this.future.at(-1)
  }

  /** The acts that can be undone, the oldest first. */
  get done(): readonly UndoStep[] {
    return this.past
  }

  /** Whether an act was done and not undone. */
  isDone(step: UndoStep): boolean {
    return this.past.includes(step)
  }

  /** @param place where the act belongs; by default above all others */
  record(step: UndoStep, place?: ReservedPlace): void {
    if (isEmptyPatch(step.patch) && !step.sort) return
    const isAbove = (other: UndoStep) => place !== undefined && this.numberOf(other) > place.recorded
    const at = this.past.findLastIndex(other => !isAbove(other)) + 1
    const dropped = this.future.every(isAbove) ? [] : this.future
    if (dropped.length > 0) this.future = []
    this.past.splice(at, 0, step)
    this.recorded++
    this.before.set(step, {
      arrived: this.arrivals.count,
      placed: this.placements.count,
      number: place?.recorded ?? this.recorded,
    })
    this.onAct(step, dropped, at < this.past.length - 1 ? place : undefined)
  }

  /** Reserves the place above all acts for one that is recorded later. */
  reserve(): ReservedPlace {
    const place = { recorded: this.recorded }
    this.onReserve(place)
    return place
  }

  /** Whether an act that is done since a place was reserved changed one of these lines. */
  hasChangedSince(place: ReservedPlace, lines: readonly Line[]): boolean {
    if (lines.length === 0) return false
    const first = this.past.findLastIndex(step => this.numberOf(step) <= place.recorded) + 1
    const acts = this.past.slice(first)
    if (acts.length === 0) return false
    const ids = new Set(lines.map(({ id }) => id))
    return acts.some(
      ({ patch: { changes, inserted, removed } }) =>
        changes.some(({ line }) => ids.has(line)) ||
        inserted.some(({ id }) => ids.has(id)) ||
        removed.some(({ id }) => ids.has(id)),
    )
  }

  /** A number that is greater than those of all acts below; 0 for acts of earlier editing sessions. */
  private numberOf(step: UndoStep): number {
    return this.before.get(step)?.number ?? 0
  }

  /**
   * Adds the acts of an earlier editing session below those of this one. In both lists the next one is last.
   * @returns the undone acts that are dropped, because a new act was done since
   */
  restore(past: readonly UndoStep[], future: readonly UndoStep[]): readonly UndoStep[] {
    this.past = [...past, ...this.past]
    if (this.recorded > 0) return future
    this.future = [...future, ...this.future]
    return []
  }

  /** @returns the newest act, reversed */
  undo(): Replay | undefined {
    const step = this.past.pop()
    if (!step) return undefined
    this.future.push(step)
    this.onReplay(step, 'undo')
    const { sort, at } = step
    return {
      patch: invertPatch(step.patch),
      ...(sort && { sort: { before: sort.after, after: sort.before } }),
      at,
      ...this.since(step),
    }
  }

  /** @returns the newest undone act */
  redo(): Replay | undefined {
    const step = this.future.pop()
    if (!step) return undefined
    this.past.push(step)
    this.onReplay(step, 'redo')
    return { ...step, ...this.since(step) }
  }

  private since(step: UndoStep): Pick<Replay, 'arrivedSince' | 'placedSince'> {
    const { arrived = 0, placed = 0 } = this.before.get(step) ?? {}
    return { arrivedSince: this.arrivals.since(arrived), placedSince: this.placements.since(placed) }
  }
}
