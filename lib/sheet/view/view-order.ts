import type { Draft } from '@/lib/sheet/draft/draft'
import { draftLineOrder, type LineOrder } from '@/lib/sheet/draft/line-order'
import type { LineId } from '@/lib/sheet/schema/line'

/** More lines than this are inserted or removed together; fewer one by one. */
const MAX_SINGLE_CHANGES = 100

/**
 * The lines of a sorted or filtered view. Each line has a rank in the view, like lines in the draft: inserting or
 * removing a line changes the positions of all lines below, but no rank, and is quick among 100,000 lines.
 */
export class ViewOrder {
  private ranks: Map<LineId, number> | undefined

  constructor(private shown: LineId[]) {}

  /** Another array when lines were inserted or removed; the same array otherwise. */
  get lines(): readonly LineId[] {
    return this.shown
  }

  has(line: LineId): boolean {
    return this.ranked().has(line)
  }

  /** Rank of a line in the view; undefined when it is not shown. */
  rankOf(line: LineId): number | undefined {
    return this.ranked().get(line)
  }

  positionOf(line: LineId): number | undefined {
    const rank = this.rankOf(line)
    if (rank === undefined) return undefined
    let low = 0
    let high = this.shown.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.rankAt(middle) < rank) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Removes lines from the view. */
  remove(lines: readonly LineId[]): void {
    const gone = lines.filter(line => this.has(line))
    if (gone.length === 0) return
    if (gone.length > MAX_SINGLE_CHANGES) {
      const all = new Set(gone)
      this.shown = this.shown.filter(line => !all.has(line))
    } else {
      const positions = gone.map(line => this.positionOf(line) ?? 0).sort((a, b) => b - a)
      this.shown = this.shown.slice()
      for (const position of positions) this.shown.splice(position, 1)
    }
    for (const line of gone) this.ranked().delete(line)
  }

  /**
   * Inserts lines.
   * @param lineAbove called for one line after the other: the shown line below which it belongs (null: at the top); the
   * lines before it are shown by then
   */
  insert(lines: readonly LineId[], lineAbove: (line: LineId, shown: ShownLines) => LineId | null): void {
    if (lines.length === 0) return
    if (lines.length > MAX_SINGLE_CHANGES) {
      const chain = new Chain(this.shown)
      for (const line of lines) chain.putBelow(lineAbove(line, chain), line)
      this.shown = chain.list()
      this.ranks = undefined
      return
    }
    this.shown = this.shown.slice()
    for (const line of lines) this.putBelow(lineAbove(line, this), line)
  }

  /** The line above a shown one; null for the first. */
  above(line: LineId): LineId | null {
    return this.shown[(this.positionOf(line) ?? 0) - 1] ?? null
  }

  get last(): LineId | null {
    return this.shown.at(-1) ?? null
  }

  private putBelow(above: LineId | null, line: LineId): void {
    const position = above === null ? 0 : (this.positionOf(above) ?? -1) + 1
    const [low, high] = [this.rankAt(position - 1), this.rankAt(position)]
    this.shown.splice(position, 0, line)
    const rank = between(low, high)
    // When no double is left between two neighbours, all lines get new ranks.
    if (rank > low && rank < high) this.ranked().set(line, rank)
    else this.ranks = undefined
  }

  private rankAt(position: number): number {
    if (position < 0) return Number.NEGATIVE_INFINITY
    const line = this.shown[position]
    return (line === undefined ? undefined : this.ranked().get(line)) ?? Number.POSITIVE_INFINITY
  }

  private ranked(): Map<LineId, number> {
    this.ranks ??= new Map(this.shown.map((line, position) => [line, position]))
    return this.ranks
  }
}

function between(low: number, high: number): number {
  if (low === Number.NEGATIVE_INFINITY) return high === Number.POSITIVE_INFINITY ? 0 : high - 1
  return high === Number.POSITIVE_INFINITY ? low + 1 : (low + high) / 2
}

/** The order of a view; lines that it does not show come last. */
export function viewLineOrder(draft: Draft, order: ViewOrder): LineOrder {
  const others = draftLineOrder(draft)
  const compare = (a: LineId, b: LineId): number => {
    const [left, right] = [order.rankOf(a), order.rankOf(b)]
    if (left !== undefined && right !== undefined) return left - right
    if (left === right) return others.compare(a, b)
    return left === undefined ? 1 : -1
  }
  return { basis: order, compare, all: () => order.lines }
}

/** The shown lines while others are inserted. */
export interface ShownLines {
  has(line: LineId): boolean
  /** The line above a shown one; null for the first. */
  above(line: LineId): LineId | null
  readonly last: LineId | null
}

/** A linked list of lines; null precedes the first. Inserting costs the same at any position. */
class Chain implements ShownLines {
  private readonly next = new Map<LineId | null, LineId>()
  private readonly previous = new Map<LineId, LineId | null>()
  last: LineId | null = null

  constructor(lines: readonly LineId[]) {
    for (const line of lines) this.putBelow(this.last, line)
  }

  has(line: LineId): boolean {
    return this.previous.has(line)
  }

  above(line: LineId): LineId | null {
    return this.previous.get(line) ?? null
  }

  putBelow(above: LineId | null, line: LineId): void {
    const below = this.next.get(above)
    this.next.set(above, line)
    this.previous.set(line, above)
    if (below === undefined) this.last = line
    else {
      this.next.set(line, below)
      this.previous.set(below, line)
    }
  }

  list(): LineId[] {
    const lines: LineId[] = []
    for (let line = this.next.get(null); line !== undefined; line = this.next.get(line)) lines.push(line)
    return lines
  }
}
