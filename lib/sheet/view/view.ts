import type { Draft, Patch } from '@/lib/sheet/draft/draft'
import { draftLineOrder, type LineOrder } from '@/lib/sheet/draft/line-order'
import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { type Sheet, shownColumnsOf } from '@/lib/sheet/schema/sheets'
import { type Arrangement, type Filter, isFiltered, noFilter } from './arrangement'
import { passesColumns, type ReadText } from './column-filter'
import { followView, showWholeOrders } from './follow'
import { sortOrders } from './sort-orders'
import { ViewOrder, viewLineOrder } from './view-order'

/** What a filter needs to know of an order, by its first line. */
export interface OrderFacts {
  readonly statusOf: (firstLine: LineId) => OrderStatus
  readonly isWarned: (firstLine: LineId) => boolean
  /** Whether the order has a failure of a group. */
  readonly isIn: (firstLine: LineId, group: string) => boolean
  readonly textOf: ReadText
}

/**
 * The lines on the screen, in its order, without placeholder rows. An edited line keeps its position until the view is
 * arranged again, so that nothing moves while the operator types.
 */
export class View {
  arrangement: Arrangement = { sort: null, filter: noFilter }
  /** How many orders were shown when the view was arranged last. */
  orderCount = 0
  /** Undefined while the view has all lines in the order of the draft. */
  private order: ViewOrder | undefined
  /** Orders that the filter would show now but are hidden, or the other way round. */
  private readonly misplaced = new Set<LineId>()
  private isUnsorted = false
  private isWaiting = false
  /** Ids of the columns that belong to the whole order. */
  readonly recordColumns: ReadonlySet<string>

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
    private readonly judged: OrderFacts,
  ) {
    const ofRecord = shownColumnsOf(sheet).filter(({ scope }) => scope === 'record')
    this.recordColumns = new Set(ofRecord.map(({ id }) => id))
  }

  /** Ids of the lines; the same array until lines come, go or change places. */
  get lines(): readonly LineId[] {
    return this.order?.lines ?? this.draft.order
  }

  /** Whether the view has all lines in the order of the draft. */
  get isUnarranged(): boolean {
    return this.arrangement.sort === null && !isFiltered(this.arrangement.filter)
  }

  /** Whether the lines do not follow the arrangement yet. */
  get isArranging(): boolean {
    return this.isWaiting
  }

  /** Whether arranging the view again would change it. */
  get isOutdated(): boolean {
    return !this.isArranging && (this.isUnsorted || this.misplaced.size > 0)
  }

  /** Position of a line on the screen; undefined when it is not shown. */
  indexOf(line: LineId): number | undefined {
    return this.order ? this.order.positionOf(line) : this.index.positionOf(line)
  }

  /** The order of the lines on the screen. */
  get lineOrder(): LineOrder {
    return this.order ? viewLineOrder(this.draft, this.order) : draftLineOrder(this.draft)
  }

  arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement
    this.orderCount = this.index.count
    this.order = this.isUnarranged ? undefined : new ViewOrder(this.arranged())
    this.misplaced.clear()
    this.isUnsorted = false
    this.isWaiting = false
  }

  /** Changes only the arrangement. The lines stay where they are until `arrange` is called. */
  arrangeLater(arrangement: Arrangement): void {
    if (!this.order) this.orderCount = this.index.count
    this.arrangement = arrangement
    this.isWaiting = true
  }

  /** Updates the view after an edit: inserted lines get their positions, and no other line moves. */
  follow(patch: Patch): void {
    const { sort, filter } = this.arrangement
    const { removed, changes } = patch
    const inserted =
      sort && !isFiltered(filter) ? [...patch.inserted, ...this.filledBlankLines(patch)] : patch.inserted
    if (sort && (inserted.length > 0 || changes.some(({ after }) => sort.column in after))) {
      this.isUnsorted = true
    }
    if (!this.order || inserted.length + removed.length === 0) return
    followView(this.order, { ...patch, inserted }, this.draft, this.index, sort !== null)
    // Lines that the operator moved follow the draft.
    if (sort || inserted.length === 0 || !removed.some(({ id }) => this.draft.lines.has(id))) return
    this.order = new ViewOrder(this.order.lines.toSorted(draftLineOrder(this.draft).compare))
  }

  /** Shows whole orders after an edit: by a number that it wrote, a shown order and a hidden one may have become one. */
  followOrders(firstLines: ReadonlySet<LineId>): void {
    const { sort, filter } = this.arrangement
    if (!this.order || !isFiltered(filter)) return
    const orders = [...firstLines].flatMap(firstLine => this.index.find(firstLine) ?? [])
    showWholeOrders(this.order, orders, this.draft, this.index, sort !== null)
  }

  /** Notes that orders were judged or ended. The view does not change, but may become outdated. */
  noteJudged(firstLines: Iterable<LineId>): void {
    const { filter } = this.arrangement
    if (!isFiltered(filter)) return
    for (const firstLine of firstLines) {
      const order = this.index.find(firstLine)
      const isMisplaced = order && this.passes(order, filter) !== this.isShown(firstLine)
      if (isMisplaced) this.misplaced.add(firstLine)
      else this.misplaced.delete(firstLine)
    }
  }

  /** The orders that a filter shows, in the order of the draft. */
  ordersShownBy(filter: Filter): Order[] {
    const isAll = !isFiltered(filter)
    const shown: Order[] = []
    for (const order of this.index.all()) if (isAll || this.passes(order, filter)) shown.push(order)
    return shown
  }

  /** Lines that were blank, so that a sorted view left them out, and into which others have written. */
  private filledBlankLines({ changes }: Patch): Line[] {
    return changes.flatMap(({ line }) => (this.isShown(line) ? [] : (this.draft.lines.get(line) ?? [])))
  }

  private isShown(line: LineId): boolean {
    return this.order ? this.order.has(line) : this.index.positionOf(line) !== undefined
  }

  private arranged(): LineId[] {
    const { sort, filter } = this.arrangement
    const orders = this.ordersShownBy(filter)
    this.orderCount = orders.length
    const column = sort && shownColumnsOf(this.sheet).find(known => known.id === sort.column)
    const arranged = sort && column ? sortOrders(orders, sort, this.judged.textOf, column) : orders
    const lines: LineId[] = []
    for (const order of arranged) for (const line of order.lines) lines.push(line)
    return lines
  }

  private passes(order: Order, { status, failure, columns }: Filter): boolean {
    const { statusOf, isWarned, isIn } = this.judged
    if (status === 'warning' ? !isWarned(order.firstLine) : status && statusOf(order.firstLine) !== status)
      return false
    if (failure !== null && !isIn(order.firstLine, failure)) return false
    return passesColumns(columns, order, this.judged.textOf, this.recordColumns)
  }
}
