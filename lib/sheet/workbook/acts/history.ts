import { invertPatch, isEmptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
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

/** Unlimited undo and redo; a new act drops the undone ones. */
export class History {
  /** Called with every act, and with the undone acts that it drops. */
  onAct: (step: UndoStep, dropped: readonly UndoStep[]) => void = () => {}
  /** Called with every act that is undone or redone. */
  onReplay: (step: UndoStep, kind: 'undo' | 'redo') => void = () => {}
  readonly arrivals = new Arrivals()
  readonly placements = new Placements()
  /** How many lines had arrived, and been placed, when an act was done; absent for acts of earlier editing sessions. */
  private readonly before = new WeakMap<UndoStep, { readonly arrived: number; readonly placed: number }>()
  private past: UndoStep[] = []
  private future: UndoStep[] = []
  private hasActed = false

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
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

  record(step: UndoStep): void {
    if (isEmptyPatch(step.patch) && !step.sort) return
    const dropped = this.future
    this.past.push(step)
    this.before.set(step, { arrived: this.arrivals.count, placed: this.placements.count })
    this.future = []
    this.hasActed = true
    this.onAct(step, dropped)
  }

  /**
   * Adds the acts of an earlier editing session below those of this one. In both lists the next one is last.
   * @returns the undone acts that are dropped, because a new act was done since
   */
  restore(past: readonly UndoStep[], future: readonly UndoStep[]): readonly UndoStep[] {
    this.past = [...past, ...this.past]
    if (this.hasActed) return future
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
    const { arrived, placed } = this.before.get(step) ?? { arrived: 0, placed: 0 }
    return { arrivedSince: this.arrivals.since(arrived), placedSince: this.placements.since(placed) }
  }
}
