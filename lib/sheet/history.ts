import type { Sort } from './arrange'
import { type CellAddress, invert, isEmptyPatch, type Patch } from './draft'

/** One undoable act, and where the operator stood. Sorting is one: it changes the view and no line. */
export interface Step {
  readonly patch: Patch
  readonly sort?: { readonly before: Sort | null; readonly after: Sort | null }
  readonly at: CellAddress | null
}

/** Undo and redo without end; a new act forgets what was undone before it. */
export class History {
  /** Hears of every act, and of the undone ones that it makes forgotten. */
  onAct: (step: Step, forgotten: readonly Step[]) => void = () => {}
  /** Hears of every act that is undone, or done again. */
  onMove: (step: Step, kind: 'undo' | 'redo') => void = () => {}
  private past: Step[] = []
  private future: Step[] = []
  private hasActed = false

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  /** Acts that can be undone. */
  get depth(): number {
    return this.past.length
  }

  /** The act that is undone next. */
  get newest(): Step | undefined {
    return this.past.at(-1)
  }

  /** Whether an act is done, and was not undone since. */
  isDone(step: Step): boolean {
    return this.past.includes(step)
  }

  record(step: Step): void {
    if (isEmptyPatch(step.patch) && !step.sort) return
    const forgotten = this.future
    this.past.push(step)
    this.future = []
    this.hasActed = true
    this.onAct(step, forgotten)
  }

  /**
   * Puts acts of an earlier sitting beneath those of this one; of both lists the next one is last.
   * @returns the undone ones that are forgotten, because something was done since
   */
  remember(past: readonly Step[], future: readonly Step[]): readonly Step[] {
    this.past = [...past, ...this.past]
    if (this.hasActed) return future
    this.future = [...future, ...this.future]
    return []
  }

  /** @returns the patch that takes back the newest act, and where it happened. */
  undo(): Step | undefined {
    const step = this.past.pop()
    if (!step) return undefined
    this.future.push(step)
    this.onMove(step, 'undo')
    const { sort, at } = step
    return {
      patch: invert(step.patch),
      ...(sort && { sort: { before: sort.after, after: sort.before } }),
      at,
    }
  }

  /** @returns the newest undone act again. */
  redo(): Step | undefined {
    const step = this.future.pop()
    if (!step) return undefined
    this.past.push(step)
    this.onMove(step, 'redo')
    return step
  }
}
