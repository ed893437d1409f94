import type { LineChange, Patch } from '@/lib/sheet/draft/draft'
import { emptyPatch, isEmptyPatch, textAt } from '@/lib/sheet/draft/draft'
import { inheritedTexts, lostLines } from '@/lib/sheet/orders/edits'
import { type KeptOrder, keptOrders, separated } from '@/lib/sheet/orders/kept-orders'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import type { UnsentChanges } from '@/lib/sheet/sync/unsent'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Keeps what remains of orders from which others removed lines: it gets the texts of its order, and stays apart from
 * orders that others inserted in its place. What this writes is saved like an edit.
 */
export class RemainingOrders {
  /** Lines that this session wrote. */
  private readonly written = new Set<LineId>()
  /** Lines that others removed, in the pages of changes that are read so far, while there are more pages. */
  private lost: readonly Line[] = []

  constructor(
    private readonly workbook: Workbook,
    private readonly unsent: UnsentChanges,
  ) {}

  /** Notes an edit of this session. */
  note({ inserted, changes }: Patch): void {
    for (const { id } of inserted) this.written.add(id)
    for (const { line } of changes) this.written.add(line)
  }

  /**
   * To be called before changes of others are applied.
   * @param isLast whether no more pages follow, in which an order may lose its other lines as well
   * @returns to be called once they are applied; undefined: they change nothing
   */
  before(patch: Patch, isLast: boolean): (() => void) | undefined {
    const isWhole = isLast && this.lost.length === 0
    const lost = [...this.lost, ...lostLines(patch)]
    this.lost = isLast ? [] : lost
    if (isEmptyPatch(patch) && (isWhole || !isLast)) return undefined
    // Only lines that this session wrote: viewers save nothing, and every other page would save the same.
    const isOwn = (line: LineId) => this.written.has(line)
    if (!isLast || this.written.size === 0) return () => {}
    if (!isWhole) return () => this.keep(lost, isOwn)
    // Found before the patch is applied, if all of it is known: lines that it inserts could lie between those of an
    // order.
    const inherited = inheritedTexts(this.workbook.edits, patch)
    const kept = keptOrders(this.workbook.index, lost)
    return () => {
      this.inherit(inherited.filter(({ line }) => isOwn(line)))
      this.separate(
        kept.filter(({ remaining }) => remaining.every(isOwn)),
        patch,
      )
    }
  }

  /**
   * Keeps the number and the texts of orders that lost lines and still have others: the server kept lines into which
   * others wrote, or the removal was read in several pages.
   * @param removed all lines that were removed together
   * @param mayInherit whether a remaining line may get the texts
   */
  keep(removed: readonly Line[], mayInherit: (line: LineId) => boolean = () => true): void {
    const lines = removed.filter(({ id }) => !this.workbook.draft.lines.has(id))
    if (lines.length === 0) return
    // Only beside its removed lines is a remaining line known to be of their order.
    this.workbook.applyRemote({ ...emptyPatch, inserted: lines })
    const removal: Patch = { ...emptyPatch, removed: lines }
    const inherited = inheritedTexts(this.workbook.edits, removal)
    this.workbook.applyRemote(removal)
    this.inherit(inherited.filter(({ line }) => mayInherit(line)))
  }

  /**
   * Writes the texts of an order into its first line that remains after another operator's removal: without a number it
   * would become an item of the order above.
   */
  private inherit(inherited: readonly LineChange[]): void {
    const { draft, sheet } = this.workbook
    const changes = inherited.flatMap(({ line, after }): LineChange | readonly never[] => {
      const isFree = (column: string) => isBlank(textAt(draft, line, column))
      if (!after[sheet.key] || !isFree(sheet.key)) return []
      // Another operator may have written into the line by now.
      const columns = Object.keys(after).filter(isFree)
      const textsOf = (text: (column: string) => string) =>
        Object.fromEntries(columns.map(column => [column, text(column)]))
      return {
        line,
        before: textsOf(column => textAt(draft, line, column)),
        after: textsOf(column => after[column] ?? ''),
      }
    })
    this.write({ ...emptyPatch, changes })
  }

  /**
   * Moves what remains of orders out of the orders that others inserted in their place.
   * @param remote what others changed
   */
  private separate(kept: readonly KeptOrder[], remote: Patch): void {
    if (kept.length === 0) return
    const moved = new Set(remote.removed.map(({ id }) => id))
    const inserted = new Set(remote.inserted.flatMap(({ id }) => (moved.has(id) ? [] : id)))
    for (const order of kept) {
      const patch = separated(this.workbook.edits, order, inserted)
      if (patch) this.write(patch)
    }
  }

  private write(patch: Patch): void {
    this.workbook.applyRemote(patch)
    this.unsent.record(patch)
  }
}
