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
  private readonly past: Step[] = []
  private future: Step[] = []

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  record(step: Step): void {
    if (isEmptyPatch(step.patch) && !step.sort) return
    this.past.push(step)
    this.future = []
  }

  /** @returns the patch that takes back the newest act, and where it happened. */
  undo(): Step | undefined {
    const step = this.past.pop()
    if (!step) return undefined
    this.future.push(step)
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
    return step
  }
}
