import { type Arrangement, type Filter, isFiltered, noFilter } from './arrange'
import { passesColumns } from './column-filter'
import type { Draft, LineId, Patch } from './draft'
import { followView } from './follow'
import type { Order } from './grouping'
import type { OrdersIndex } from './orders-index'
import { type Places, placesInDraft, placesInView } from './places'
import type { Sheet } from './sheets'
import { sortOrders } from './sort-orders'
import type { Standing } from './standing'
import { ViewOrder } from './view-order'

/** What a filter asks of an order, by its first line. */
export interface Judged {
  readonly standingOf: (lead: LineId) => Standing
  readonly isWarned: (lead: LineId) => boolean
  /** Whether the order has a failure of a group. */
  readonly isIn: (lead: LineId, group: string) => boolean
}

/**
 * The lines on the screen, in its order, without spare ones. Nothing moves under the operator's hand: a line that is
 * edited stays where it is until the view is arranged again.
 */
export class View {
  arrangement: Arrangement = { sort: null, filter: noFilter }
  /** Orders that were shown when the view was arranged last. */
  orderCount = 0
  /** Undefined while every line is shown where the draft has it. */
  private order: ViewOrder | undefined
  /** Orders that the filter would show now and did not, or the other way round. */
  private readonly strays = new Set<LineId>()
  private isUnsorted = false
  private readonly record: ReadonlySet<string>

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
    private readonly judged: Judged,
  ) {
    this.record = new Set(sheet.columns.filter(({ scope }) => scope === 'record').map(({ id }) => id))
  }

  /** Ids of the lines; the same array until lines come, go or change places. */
  get lines(): readonly LineId[] {
    return this.order?.lines ?? this.draft.order
  }

  /** Whether every line is shown where the draft has it. */
  get isTrue(): boolean {
    return this.arrangement.sort === null && !isFiltered(this.arrangement.filter)
  }

  /** Whether the sheet changed since it was arranged, so that arranging it again shows something else. */
  get isOutdated(): boolean {
    return this.isUnsorted || this.strays.size > 0
  }

  /** Position of a line on the screen; undefined when it is not shown. */
  indexOf(line: LineId): number | undefined {
    return this.order ? this.order.positionOf(line) : this.index.positionOf(line)
  }

  /** Which line stands above which. */
  get places(): Places {
    return this.order ? placesInView(this.draft, this.order) : placesInDraft(this.draft)
  }

  arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement
    this.orderCount = this.index.count
    this.order = this.isTrue ? undefined : new ViewOrder(this.arranged())
    this.strays.clear()
    this.isUnsorted = false
  }

  /** Takes in an edit: lines that come stand where they belong, and nothing else moves. */
  follow(patch: Patch): void {
    const { sort } = this.arrangement
    const { inserted, removed, changes } = patch
    if (sort && (inserted.length > 0 || changes.some(({ after }) => sort.column in after))) {
      this.isUnsorted = true
    }
    if (!this.order || inserted.length + removed.length === 0) return
    followView(this.order, patch, this.draft, this.index, sort !== null)
    // Lines that an operator moved stand where they went.
    if (sort || inserted.length === 0 || !removed.some(({ id }) => this.draft.lines.has(id))) return
    this.order = new ViewOrder(this.order.lines.toSorted(placesInDraft(this.draft).compare))
  }

  /** Takes in that something else is said of some orders, or that they are no more: the view stays, and knows. */
  hear(leads: Iterable<LineId>): void {
    const { filter } = this.arrangement
    if (!isFiltered(filter)) return
    for (const lead of leads) {
      const order = this.index.find(lead)
      const isStray = order && this.passes(order, filter) !== this.isShown(lead)
      if (isStray) this.strays.add(lead)
      else this.strays.delete(lead)
    }
  }

  /** The orders that a filter shows, as the draft has them. */
  shownBy(filter: Filter): Order[] {
    const isAll = !isFiltered(filter)
    const shown: Order[] = []
    for (const order of this.index.all()) if (isAll || this.passes(order, filter)) shown.push(order)
    return shown
  }

  private isShown(line: LineId): boolean {
    return this.order ? this.order.has(line) : this.index.positionOf(line) !== undefined
  }

  private arranged(): LineId[] {
    const { sort, filter } = this.arrangement
    const orders = this.shownBy(filter)
    this.orderCount = orders.length
    const column = sort && this.sheet.columns.find(known => known.id === sort.column)
    const arranged = sort && column ? sortOrders(orders, sort, this.draft, column) : orders
    const lines: LineId[] = []
    for (const order of arranged) for (const line of order.lines) lines.push(line)
    return lines
  }

  private passes(order: Order, { standing, failure, columns }: Filter): boolean {
    const { standingOf, isWarned, isIn } = this.judged
    if (standing === 'warning' ? !isWarned(order.lead) : standing && standingOf(order.lead) !== standing)
      return false
    if (failure !== null && !isIn(order.lead, failure)) return false
    return passesColumns(columns, order, this.draft, this.record)
  }
}
