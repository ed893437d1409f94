import type { Steps } from '@/lib/sheet/codecs/steps'
import { emptyPatch, isEmptyPatch, type Patch } from '@/lib/sheet/draft/draft'
import { applicablePart } from '@/lib/sheet/draft/replay'
import { type EditContext, inheritedTexts } from '@/lib/sheet/orders/edits'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { placeReplayed } from '@/lib/sheet/sync/place-replayed'
import { isSameSort, type Sort } from '@/lib/sheet/view/arrangement'
import type { View } from '@/lib/sheet/view/view'
import type { DeferredArranging } from '@/lib/sheet/workbook/deferred-arranging'
import type { ScheduleTask } from '@/lib/sheet/workbook/judging/judge-queue'
import { type ChunkedEdit, ChunkedPatches } from './chunks'
import { History, type Replay, type ReservedPlace, type UndoStep } from './history'
import { orderOfChanges } from './order-of-changes'

interface Deps {
  readonly edits: EditContext
  readonly view: View
  readonly arranging: DeferredArranging
  readonly isReadOnly: () => boolean
  /** Changes the lines. @param isNotified whether the whole screen is drawn now @param isChunk whether more follow */
  readonly change: (patch: Patch, isNotified: boolean, isChunk: boolean) => void
  /** Called when an act was recorded that has changed the lines already. */
  readonly changed: () => void
  readonly scheduleTask: ScheduleTask
  /** Called when the first chunk of an act is applied, and after the last. */
  readonly onActiveChange: (isActive: boolean) => void
}

/**
 * The acts of an operator on an open draft: each is applied, at once or in chunks, and recorded for undo. `Workbook`
 * describes its methods.
 */
export class Acts {
  readonly history = new History()
  private readonly chunks: ChunkedPatches

  constructor(private readonly deps: Deps) {
    const { index, keyColumn } = deps.edits
    this.chunks = new ChunkedPatches({
      ...deps,
      ordered: changes => orderOfChanges(changes, keyColumn, line => index.positionOf(line)),
    })
  }

  perform(patch: Patch, at: CellAddress | null): void {
    if (this.deps.isReadOnly() || isEmptyPatch(patch)) return
    this.chunks.flush()
    this.history.record({ patch, at })
    this.deps.change(patch, true, false)
  }

  performSoon(patch: Patch, at: CellAddress | null, onEnd: () => void): void {
    if (this.deps.isReadOnly() || isEmptyPatch(patch)) {
      onEnd()
      return
    }
    this.chunks.flush()
    this.history.record({ patch, at })
    this.chunks.applyToEnd(patch, this.applicable, onEnd)
  }

  performGradually(steps: Steps<{ patch: Patch; at: CellAddress | null }>, onEnd: () => void): void {
    if (this.deps.isReadOnly()) return
    this.chunks.prepare({ steps: recorded(steps, this.history), narrow: this.applicable, onEnd })
  }

  performInChunks(at: CellAddress | null): ChunkedEdit {
    // Other acts are done meanwhile. Undo comes to them first, unless the edit removes lines that they changed.
    let place: ReservedPlace | undefined
    return this.chunks.begin({
      isAllowed: () => !this.deps.isReadOnly(),
      onChunk: ({ removed }) => {
        if (!place || this.history.hasChangedSince(place, removed)) place = this.history.reserve()
      },
      onEnd: patch => {
        const step = { patch, at }
        this.history.record(step, place)
        this.deps.changed()
        return step
      },
      narrow: this.applicable,
    })
  }

  finish(): void {
    this.chunks.flush()
    this.deps.arranging.finish()
  }

  sortBy(sort: Sort | null, at: CellAddress | null, onSorted: () => void): void {
    const { view, arranging } = this.deps
    const before = view.arrangement.sort
    if (isSameSort(before, sort)) return
    this.chunks.flush()
    this.history.record({ patch: emptyPatch, sort: { before, after: sort }, at })
    arranging.arrangeSoon({ ...view.arrangement, sort }, onSorted)
  }

  get canUndo(): boolean {
    return this.mayReplay(this.history.newest)
  }

  get canRedo(): boolean {
    return this.mayReplay(this.history.newestUndone)
  }

  undo(onEnd: () => void): CellAddress | null | undefined {
    return this.replay(() => (this.canUndo ? this.history.undo() : undefined), onEnd)
  }

  redo(onEnd: () => void): CellAddress | null | undefined {
    return this.replay(() => (this.canRedo ? this.history.redo() : undefined), onEnd)
  }

  /** Without permission to edit only sorts may be undone and repeated: they change no line. */
  private mayReplay(step: UndoStep | undefined): boolean {
    return step !== undefined && (step.sort !== undefined || !this.deps.isReadOnly())
  }

  /** Notes that lines are about to arrive from others: acts in progress are based on the texts before. */
  noteArrival(patch: Patch): void {
    this.chunks.finishPreparation()
    this.history.arrivals.note(patch)
    this.history.placements.note(patch.removed, patch.inserted)
  }

  /** The part of a patch that still applies to the lines as they are now. */
  private readonly applicable = (patch: Patch): Patch => {
    const { edits } = this.deps
    const part = applicablePart(patch, edits.draft, edits.isLocked)
    if (part.removed.length === patch.removed.length) return part
    // Some lines stay, because others wrote into them: without a number they would become items of the order above.
    const written = new Set(part.changes.map(({ line }) => line))
    const inherited = inheritedTexts(edits, part).filter(({ line }) => !written.has(line))
    return { ...part, changes: [...part.changes, ...inherited] }
  }

  /** Skips acts that no longer apply, because others, or the service, changed the same lines since. */
  private replay(next: () => Replay | undefined, onEnd: () => void): CellAddress | null | undefined {
    this.finish()
    const { edits, view, arranging } = this.deps
    for (let step = next(); step; step = next()) {
      if (step.sort) {
        // A page that was opened again has another view than the one that was sorted then.
        if (!isSameSort(view.arrangement.sort, step.sort.before)) continue
        const arrangement = { ...view.arrangement, sort: step.sort.after }
        // The caller goes to the cell that was active, and needs its new position.
        if (step.at) arranging.arrange(arrangement)
        else arranging.arrangeSoon(arrangement)
        return step.at
      }
      const { arrivedSince, placedSince } = step
      const since = { others: arrivedSince, placements: placedSince }
      const patch = placeReplayed(step.patch, edits.draft, edits.keyColumn, since)
      this.history.placements.note(step.patch.inserted, patch.inserted)
      if (!this.chunks.apply(patch, this.applicable)) continue
      this.chunks.whenApplied(onEnd)
      return step.at
    }
    return undefined
  }
}

/** Records an edit once it is computed. */
function* recorded(steps: Steps<{ patch: Patch; at: CellAddress | null }>, history: History): Steps<Patch> {
  const { patch, at } = yield* steps
  if (!isEmptyPatch(patch)) history.record({ patch, at })
  return patch
}
