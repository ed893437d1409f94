import type { LineOrder } from '@/lib/sheet/draft/line-order'
import type { LineId } from '@/lib/sheet/schema/line'

/**
 * A set of orders, by first line, that is sorted in the order of the screen only when it is listed. Added orders are
 * inserted without sorting the others again.
 */
export class ScreenOrderedSet {
  private readonly members = new Set<LineId>()
  /** The orders as they were listed last; undefined: they were never listed, and `gone` and `fresh` stay empty. */
  private sorted: readonly LineId[] | undefined
  private basis: unknown
  private readonly gone = new Set<LineId>()
  private readonly fresh = new Set<LineId>()

  get size(): number {
    return this.members.size
  }

  has(firstLine: LineId): boolean {
    return this.members.has(firstLine)
  }

  /** Adds an order, or notes that a member may have moved. */
  add(firstLine: LineId): void {
    if (this.sorted) {
      if (this.members.has(firstLine) && !this.fresh.has(firstLine)) this.gone.add(firstLine)
      this.fresh.add(firstLine)
    }
    this.members.add(firstLine)
  }

  delete(firstLine: LineId): void {
    if (!this.members.delete(firstLine) || !this.sorted) return
    if (!this.fresh.delete(firstLine)) this.gone.add(firstLine)
  }

  /** The orders in the order of the screen; the same array until an order is added, removed or moved. */
  list(lineOrder: LineOrder): readonly LineId[] {
    if (!this.sorted || this.basis !== lineOrder.basis) {
      this.basis = lineOrder.basis
      this.sorted = sortedBy(lineOrder, this.members)
    } else if (this.gone.size + this.fresh.size > 0) this.sorted = this.amended(this.sorted, lineOrder)
    this.gone.clear()
    this.fresh.clear()
    return this.sorted
  }

  private amended(sorted: readonly LineId[], lineOrder: LineOrder): readonly LineId[] {
    if (this.gone.size + this.fresh.size > MAX_SINGLE_CHANGES) {
      const kept = this.gone.size > 0 ? sorted.filter(firstLine => !this.gone.has(firstLine)) : sorted
      return merged(kept, [...this.fresh].sort(lineOrder.compare), lineOrder)
    }
    // An order that was only judged again has not moved.
    const isThere = (firstLine: LineId) => sorted[firstBehind(sorted, firstLine, lineOrder) - 1] === firstLine
    const removed = [...this.gone].filter(firstLine => !this.fresh.has(firstLine) || !isThere(firstLine))
    const added = [...this.fresh].filter(
      firstLine => !this.gone.has(firstLine) || removed.includes(firstLine),
    )
    if (removed.length + added.length === 0) return sorted
    const next = sorted.slice()
    for (const firstLine of removed) next.splice(next.indexOf(firstLine), 1)
    for (const firstLine of added) next.splice(firstBehind(next, firstLine, lineOrder), 0, firstLine)
    return next
  }
}

/** Up to this many changes are inserted or removed one by one; more are merged together. */
const MAX_SINGLE_CHANGES = 8
/** When the set has more than this share of the lines, filtering the lines is quicker than sorting the set. */
const FILTER_SHARE = 1 / 16

function sortedBy({ all, compare }: LineOrder, members: ReadonlySet<LineId>): LineId[] {
  const lines = all()
  if (members.size < lines.length * FILTER_SHARE) return [...members].sort(compare)
  const shown = lines.filter(line => members.has(line))
  if (shown.length === members.size) return shown
  const known = new Set(shown)
  const others = [...members].filter(firstLine => !known.has(firstLine))
  return [...shown, ...others.sort(compare)]
}

/** Merges two sorted lists; orders that are far from an added one are not compared. */
function merged(kept: readonly LineId[], added: readonly LineId[], lineOrder: LineOrder): LineId[] {
  const all: LineId[] = []
  let from = 0
  for (const firstLine of added) {
    const to = firstBehind(kept, firstLine, lineOrder, from)
    for (; from < to; from++) all.push(kept[from] ?? '')
    all.push(firstLine)
  }
  return from === 0 ? all.concat(kept) : all.concat(kept.slice(from))
}

/** Index of the first entry of `firstLines`, from a given index on, that follows `line` in the order. */
export function firstBehind(
  firstLines: readonly LineId[],
  line: LineId,
  lineOrder: LineOrder,
  from = 0,
): number {
  const isBefore = (at: number) => lineOrder.compare(firstLines[at] ?? '', line) <= 0
  let low = from
  let high = from
  // The position is usually near the last one.
  for (let step = 1; high < firstLines.length && isBefore(high); step *= 2) {
    low = high + 1
    high += step
  }
  high = Math.min(high, firstLines.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
