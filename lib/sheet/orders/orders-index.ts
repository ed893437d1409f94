import { applyPatch, type Draft, type Patch, positionIn } from '@/lib/sheet/draft/draft'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { type Line, type LineId, SOURCE } from '@/lib/sheet/schema/line'
import { Grouper, type GroupingColumns, isBlankLine, type Order } from './grouping'
import { MERGE_ORIGIN } from './merge-origin'
import { OrderCounts } from './order-counts'
import { OrderNumbers } from './order-numbers'

/** Distance of a line that belongs to no order. */
const NO_ORDER = -1
/** Lines that are read between two checks of the clock. */
const LINES_PER_TIME_CHECK = 128
/** Orders with fewer lines are built each time they are asked for: to remember all of them would take more memory. */
const MIN_LINES_REMEMBERED = 64

/** What an edit did to the orders, each by its first line. */
export interface OrdersChange {
  /** Orders to judge again: their lines changed, or another order took or gave up their number. */
  readonly changed: Set<LineId>
  /** Orders that no longer exist. */
  readonly ended: Set<LineId>
  /** Those of them whose first line now belongs to an order that has lines of another one. */
  readonly joined: readonly LineId[]
  readonly isRegrouped: boolean
}

/** The first lines of orders that an edit concerns, while it is applied. */
interface Regrouped {
  /** Of orders that began before it, and were ended. */
  readonly before: Set<LineId>
  /** Of orders that begin with it. */
  readonly begun: Set<LineId>
  readonly changed: Set<LineId>
}

/** The order that was grouped last, up to a position: lines that are added below need not read it again. */
interface LastGrouped {
  readonly first: number
  readonly until: number
  readonly grouper: Grouper
}

/**
 * The orders of a draft, kept up to date while lines change. The index keeps for each line, by position, the distance
 * to the first line of its order. An edit regroups only the lines around it, and a line that is added or removed moves
 * a block of numbers. A keystroke costs the same in a draft of 100,000 lines as in one of 10.
 */
export class OrdersIndex {
  /** Ids of the lines whose distances are kept. */
  private order: readonly LineId[] = []
  /** How many lines each line is below the first line of its order, by position. */
  private distances = new Int32Array(0)
  private orderCount = 0
  private memberCount = 0
  /** Positions below this one are grouped; the others are grouped when they are first asked for. */
  private groupedUntil = 0
  /** Position of the line that was asked for last. */
  private lastPosition = 0
  private currentFirst = 0
  private grouper: Grouper | undefined
  private numbers: OrderNumbers | undefined
  /** The numbers while they are being read, and the position to read next. */
  private partial: { readonly numbers: OrderNumbers; at: number } | undefined
  /** Valid until one of its lines moves or is grouped again. */
  private lastGrouped: LastGrouped | undefined
  private readonly counts = new OrderCounts()
  /** Large orders that were asked for since the last edit, by the position of their first line. */
  private readonly largeOrders = new Map<number, Order>()
  /** By such an order and column: the first line with a text. */
  private readonly firstFilledLines = new WeakMap<Order, Map<string, LineId | undefined>>()

  constructor(
    private readonly draft: Draft,
    private readonly columns: GroupingColumns,
  ) {
    this.order = draft.order
    this.distances = new Int32Array(draft.order.length).fill(NO_ORDER)
    this.grouper = new Grouper(columns)
  }

  get count(): number {
    this.groupUntil(this.order.length)
    return this.orderCount
  }

  /** Lines that belong to an order. */
  get lineCount(): number {
    this.groupUntil(this.order.length)
    return this.memberCount
  }

  /**
   * Position of a line in the draft; undefined when the draft has no such line.
   * @param likely a position to try first: where the view is that of the draft, the line is found without a search
   */
  positionOf(line: LineId, likely?: number): number | undefined {
    const { order, lines } = this.draft
    if (likely !== undefined && order[likely] === line) {
      lines.at(likely, line)
      this.lastPosition = likely
      return likely
    }
    // Callers that need many lines ask for neighbours, one after the other.
    if (order[this.lastPosition] === line) return this.lastPosition
    if (order[this.lastPosition + 1] === line) return ++this.lastPosition
    const opening = lines.openingPosition(line)
    if (opening !== undefined) {
      this.lastPosition = opening
      return opening
    }
    const known = lines.get(line)
    if (!known) return undefined
    this.lastPosition = positionIn(this.draft, known)
    return this.lastPosition
  }

  /**
   * The order that a line belongs to; undefined for a blank line.
   * @param likely a position of the draft to try first
   */
  orderOf(line: LineId, likely?: number): Order | undefined {
    const position = this.positionOf(line, likely)
    const distance = this.distanceAt(position)
    return position === undefined || distance === NO_ORDER ? undefined : this.orderAt(position - distance)
  }

  /** The first line of a line's order, which is quicker than the whole order; undefined for a blank line. */
  firstLineOf(line: LineId): LineId | undefined {
    const position = this.positionOf(line)
    const distance = this.distanceAt(position)
    return position === undefined || distance === NO_ORDER ? undefined : this.order[position - distance]
  }

  isFirstLine(line: LineId): boolean {
    return this.distanceAt(this.positionOf(line)) === 0
  }

  /** The order that begins with a line; undefined when none does. */
  find(firstLine: LineId): Order | undefined {
    const position = this.positionOf(firstLine)
    return position !== undefined && this.distanceAt(position) === 0 ? this.orderAt(position) : undefined
  }

  /** The first line of a line's order that has a text in a column; undefined when none has one. */
  firstFilledLine(line: LineId, column: string): LineId | undefined {
    const order = this.orderOf(line)
    const known = order && this.firstFilledLines.get(order)
    if (known?.has(column)) return known.get(column)
    const first = order?.lines.find(id => !isBlank(this.draft.lines.get(id)?.texts[column]))
    known?.set(column, first)
    return first
  }

  /** First lines of all orders from a position on, in the order of the draft. */
  *firstLines(from = 0): Generator<LineId> {
    for (let at = from; at < this.order.length; at++) {
      const id = this.order[at]
      if (this.distanceAt(at) === 0 && id !== undefined) yield id
    }
  }

  /** Position of an order among all orders, from 1; undefined when no order begins with the line. */
  ordinal(firstLine: LineId): number | undefined {
    const position = this.positionOf(firstLine)
    return position !== undefined && this.distanceAt(position) === 0
      ? this.counts.until(position, this.distances)
      : undefined
  }

  /** All orders, in the order of the draft. */
  *all(): Generator<Order> {
    for (let at = 0; at < this.order.length; at++) if (this.distanceAt(at) === 0) yield this.orderAt(at)
  }

  /** Whether another order has the same number. A missing number is not a repeated one. */
  isRepeated(firstLine: LineId): boolean {
    this.readNumbers()
    return this.numbers?.isRepeated(firstLine) ?? false
  }

  /** The number of the order that begins with a line, without outer blanks; '' when it has none. */
  numberOf(firstLine: LineId): string {
    this.readNumbers()
    return this.numbers?.numberOf(firstLine) ?? ''
  }

  /** First lines of the orders that have a number. */
  ordersWith(number: string): readonly LineId[] {
    this.readNumbers()
    return [...(this.numbers?.ordersWith(number) ?? [])]
  }

  /**
   * Reads the numbers of all orders, which takes a while in a large draft.
   * @param until when to stop at the latest, in milliseconds of `performance.now()`
   * @returns whether all numbers are read now
   */
  readNumbers(until = Number.POSITIVE_INFINITY): boolean {
    if (this.numbers) return true
    this.partial ??= { numbers: new OrderNumbers(), at: 0 }
    const { partial } = this
    for (; partial.at < this.order.length; partial.at++) {
      if (partial.at % LINES_PER_TIME_CHECK === 0 && performance.now() > until) return false
      if (this.distanceAt(partial.at) === 0)
        partial.numbers.add(this.order[partial.at] ?? '', this.ownNumberAt(partial.at))
    }
    this.numbers = partial.numbers
    this.partial = undefined
    return true
  }

  /** Applies a patch to the draft and updates the orders. */
  apply(patch: Patch): OrdersChange {
    this.groupUntil(this.order.length)
    this.partial = undefined
    this.largeOrders.clear()
    applyPatch(this.draft, patch)
    const changed = new Set<LineId>()
    const before = new Set<LineId>()
    const begun = new Set<LineId>()
    const spots = this.order === this.draft.order ? [] : this.moveDistances(patch, before, changed)
    this.addRegrouping(patch, spots)
    spots.sort((a, b) => a - b)
    for (let next = 0, end = 0; next < spots.length; next++) {
      if (next === 0 || (spots[next] ?? 0) >= end) end = this.regroup(spots, next, { before, begun, changed })
    }
    let above: LineId | undefined
    for (const { line } of patch.changes) {
      const firstLine = this.firstLineOf(line)
      if (firstLine !== undefined && firstLine !== above) changed.add(firstLine)
      above = firstLine
    }
    const ended = new Set<LineId>()
    for (const firstLine of before) {
      if (this.isFirstLine(firstLine)) continue
      ended.add(firstLine)
      changed.delete(firstLine)
    }
    return { changed, ended, joined: this.joinedOf(ended, begun), isRegrouped: spots.length > 0 }
  }

  /** @param begun first lines that began no order before the edit */
  private joinedOf(ended: ReadonlySet<LineId>, begun: ReadonlySet<LineId>): LineId[] {
    const named = new Set<LineId>()
    const joined: LineId[] = []
    for (const line of ended) {
      const firstLine = this.firstLineOf(line)
      if (firstLine === undefined) continue
      // Under a new first line one order goes on: the others are those that joined it.
      if (begun.has(firstLine) && !named.has(firstLine)) named.add(firstLine)
      else joined.push(line)
    }
    return joined
  }

  private distanceAt(position = -1): number {
    if (position >= this.groupedUntil) this.groupUntil(position + 1)
    return this.distances[position] ?? NO_ORDER
  }

  /** Groups the lines above a position that are not grouped yet. */
  private groupUntil(until: number): void {
    for (
      ;
      this.grouper && this.groupedUntil < until && this.groupedUntil < this.order.length;
      this.groupedUntil++
    ) {
      const line = this.lineAt(this.groupedUntil)
      const begins = line && this.grouper.next(line)
      if (begins === undefined) continue
      if (begins) this.currentFirst = this.groupedUntil
      this.distances[this.groupedUntil] = this.groupedUntil - this.currentFirst
      this.orderCount += Number(begins)
      this.memberCount++
    }
    if (this.groupedUntil === this.order.length) this.grouper = undefined
  }

  private lineAt(position: number): Line | undefined {
    return this.draft.lines.at(position, this.order[position] ?? '')
  }

  private orderAt(first: number): Order {
    const known = this.largeOrders.get(first)
    if (known) return known
    const lines: LineId[] = []
    for (let at = first; at < this.order.length; at++) {
      const distance = this.distanceAt(at)
      const id = this.order[at]
      if (distance === 0 && at > first) break
      if (distance !== NO_ORDER && id !== undefined) lines.push(id)
    }
    const order: Order = { firstLine: this.order[first] ?? '', lines }
    if (lines.length >= MIN_LINES_REMEMBERED) {
      this.largeOrders.set(first, order)
      this.firstFilledLines.set(order, new Map())
    }
    return order
  }

  /**
   * Makes room for the distances of added lines and closes the gaps of removed ones.
   * @returns positions around which the lines must be grouped again
   */
  private moveDistances({ inserted, removed }: Patch, before: Set<LineId>, changed: Set<LineId>): number[] {
    const [was, now] = [this.order, this.draft.order]
    const distances = new Int32Array(now.length).fill(NO_ORDER)
    const last = was.length - 1
    this.lastGrouped = undefined
    // The last line kept its position and nothing was removed: all added lines are below it.
    if (removed.length === 0 && last >= 0 && was[last] === now[last]) {
      distances.set(this.distances)
      this.order = now
      this.distances = distances
      this.groupedUntil = now.length
      return Array.from({ length: now.length - was.length }, (_, at) => was.length + at)
    }
    const gone = new Set(removed.map(line => line.id))
    const spots: number[] = []
    let from = 0
    for (let to = 0; to < now.length || from < was.length; ) {
      const id = was[from]
      if (id !== undefined && id === now[to]) distances[to++] = this.distances[from++] ?? NO_ORDER
      else if (id !== undefined && gone.has(id)) {
        spots.push(to)
        const had = this.distances[from++] ?? NO_ORDER
        this.uncount(had)
        if (had === 0) this.endOrder(id, before, changed)
      } else spots.push(to++)
    }
    // A line that was removed and inserted again at the same position may have other texts.
    for (const line of inserted) if (gone.has(line.id)) spots.push(positionIn(this.draft, line))
    this.order = now
    this.distances = distances
    this.groupedUntil = now.length
    return spots
  }

  /** Subtracts a line from the counts, and its order when the line is the first. */
  private uncount(distance: number): void {
    if (distance === NO_ORDER) return
    this.memberCount--
    if (distance === 0) this.orderCount--
  }

  /** No order begins with this line any more: the other orders with its number must be judged again. */
  private endOrder(firstLine: LineId, before: Set<LineId>, changed: Set<LineId>): void {
    before.add(firstLine)
    for (const other of this.numbers?.remove(firstLine) ?? []) changed.add(other)
  }

  /** Adds the positions of lines whose changed cells may move them to another order. */
  private addRegrouping(patch: Patch, spots: number[]): void {
    for (const { line, before, after } of patch.changes) {
      const position = this.positionOf(line)
      const now = position === undefined ? undefined : this.draft.lines.at(position, line)
      if (position === undefined || !now) continue
      const isChanged = (column: string) => before[column] !== after[column]
      const isOrderChanged =
        this.columns.recordColumns.some(isChanged) || isChanged(SOURCE) || isChanged(MERGE_ORIGIN)
      // A blank line that gets a text joins an order; a line that becomes blank leaves its order.
      const wasBlank = this.distanceAt(position) === NO_ORDER
      if (isOrderChanged || wasBlank || isBlankLine(now, this.columns.allColumns)) spots.push(position)
    }
  }

  /**
   * Groups the lines around a position again, from the order above it down to the first order that is unchanged.
   * @param spots positions to group again, ascending
   * @param next index in `spots` of the position to begin with
   * @returns the position of the first line that was not grouped again
   */
  private regroup(spots: readonly number[], next: number, { before, begun, changed }: Regrouped): number {
    const spot = spots[next] ?? 0
    const beginnings: number[] = []
    let pending = next
    let { first, at, grouper } = this.startOfRegrouping(spot, changed)
    this.counts.forget(at)
    for (; at < this.order.length; at++) {
      const id = this.order[at] ?? ''
      const line = this.lineAt(at)
      const isSpot = spots[pending] === at
      while ((spots[pending] ?? Infinity) <= at) pending++
      const begins = line && grouper.begins(line)
      const had = this.distances[at] ?? NO_ORDER
      if (begins && had === 0 && at > spot && !isSpot) break
      if (line && begins !== undefined) grouper.add(line, begins)
      this.uncount(had)
      if (had === 0 && !begins) this.endOrder(id, before, changed)
      if (begins) {
        if (had !== 0 && !before.has(id)) begun.add(id)
        first = at
        beginnings.push(at)
      }
      if (begins !== undefined) this.memberCount++
      this.distances[at] = begins === undefined ? NO_ORDER : at - first
    }
    this.orderCount += beginnings.length
    for (const position of beginnings) this.beginOrder(position, changed)
    this.lastGrouped = { first, until: at, grouper }
    return at
  }

  /**
   * Where the grouping of the lines around a position begins: at the line itself where its number alone begins an
   * order, below the lines that were grouped last where these are the order above, else at the order above. An act
   * that comes in chunks may change lines of one large order in each of them; otherwise each chunk would read all of it.
   */
  private startOfRegrouping(
    spot: number,
    changed: Set<LineId>,
  ): { first: number; at: number; grouper: Grouper } {
    const above = this.firstLineBefore(spot)
    const { lastGrouped: last } = this
    const number = this.ownNumberAt(spot)
    const beginsItself = above < spot && number !== '' && number !== this.ownNumberAt(above)
    const isResumed = last?.first === above && last.until <= spot
    if ((beginsItself || isResumed) && this.distances[above] === 0) changed.add(this.order[above] ?? '')
    if (beginsItself) return { first: spot, at: spot, grouper: new Grouper(this.columns) }
    if (isResumed) return { first: above, at: last.until, grouper: last.grouper }
    return { first: above, at: above, grouper: new Grouper(this.columns) }
  }

  private beginOrder(position: number, changed: Set<LineId>): void {
    const firstLine = this.order[position] ?? ''
    changed.add(firstLine)
    for (const other of this.numbers?.change(firstLine, this.ownNumberAt(position)) ?? []) changed.add(other)
  }

  /**
   * The number of the line at a position, without outer blanks; '' when it has none. The first line of an order has
   * the number of the order: a line with a number never continues an order without one.
   */
  private ownNumberAt(position: number): string {
    return (this.lineAt(position)?.texts[this.columns.keyColumn] ?? '').trim()
  }

  /** Position where the order above `at` begins: the line at `at` may continue it. */
  private firstLineBefore(at: number): number {
    for (let i = Math.min(at, this.order.length) - 1; i >= 0; i--) {
      const distance = this.distances[i] ?? NO_ORDER
      if (distance !== NO_ORDER) return i - distance
    }
    return 0
  }
}
