import type { LineId } from './draft'

/** More lines than this come into a new order at once; fewer are put in one by one. */
const FEW = 100

/**
 * The lines of a sorted or filtered view. Each has a rank of the view's own, as lines of the draft have theirs: one
 * that comes or goes changes the places of all below it and the rank of none, and costs little among 100,000.
 */
export class ViewOrder {
  private ranks: Map<LineId, number> | undefined

  constructor(private shown: LineId[]) {}

  /** Another array whenever lines came or went, and the same else. */
  get lines(): readonly LineId[] {
    return this.shown
  }

  has(line: LineId): boolean {
    return this.ranked().has(line)
  }

  /** Where a line stands among those that are shown, as a number to be compared; undefined when it is not shown. */
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

  /** Takes lines away. */
  remove(lines: readonly LineId[]): void {
    const gone = lines.filter(line => this.has(line))
    if (gone.length === 0) return
    if (gone.length > FEW) {
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
   * Puts lines in.
   * @param standOf says for one line after the other below which shown line it stands (null: at the top); the lines
   * before it are shown by then
   */
  insert(lines: readonly LineId[], standOf: (line: LineId, shown: Shown) => LineId | null): void {
    if (lines.length === 0) return
    if (lines.length > FEW) {
      const chain = new Chain(this.shown)
      for (const line of lines) chain.putBelow(standOf(line, chain), line)
      this.shown = chain.list()
      this.ranks = undefined
      return
    }
    this.shown = this.shown.slice()
    for (const line of lines) this.putBelow(standOf(line, this), line)
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
    // Where doubles have no room left between two neighbours, all spread out anew.
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

/** Lines that are shown, while others are put among them. */
export interface Shown {
  has(line: LineId): boolean
  /** The line above a shown one; null for the first. */
  above(line: LineId): LineId | null
  readonly last: LineId | null
}

/** Lines one after the other; null stands before the first. Putting one in costs the same wherever it goes. */
class Chain implements Shown {
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
