import { type Arrangement, isFiltered, linesOf, noFilter, sortOrders } from './arrange'
import type { Draft, LineId, Patch } from './draft'
import { followView } from './follow'
import type { Order } from './grouping'
import type { OrdersIndex } from './orders-index'
import type { Sheet } from './sheets'
import type { Standing } from './standing'

/** The lines on the screen, in its order, without spare ones. Nothing moves under the operator's hand. */
export class View {
  arrangement: Arrangement = { sort: null, filter: noFilter }
  lines: readonly LineId[]
  private places: { of: readonly LineId[]; at: Map<LineId, number> } | undefined

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
    private readonly standingOf: (lead: LineId) => Standing,
  ) {
    this.lines = draft.order
  }

  /** Whether every line is shown where the draft has it. */
  get isTrue(): boolean {
    return this.arrangement.sort === null && !isFiltered(this.arrangement.filter)
  }

  /** Position of a line on the screen; undefined when it is not shown. */
  indexOf(line: LineId): number | undefined {
    if (this.lines === this.draft.order) return this.index.positionOf(line)
    if (this.places?.of !== this.lines) {
      this.places = { of: this.lines, at: new Map(this.lines.map((id, i) => [id, i])) }
    }
    return this.places.at.get(line)
  }

  arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement
    this.lines = this.arranged()
  }

  /** Takes in lines that came or went. */
  follow(patch: Patch): void {
    if (patch.inserted.length + patch.removed.length === 0) return
    if (this.isTrue) {
      this.lines = this.draft.order
      return
    }
    const inserted = new Set(patch.inserted.map(line => line.id))
    this.lines = followView(this.lines, inserted, this.draft, line => this.index.orderOf(line))
  }

  private arranged(): readonly LineId[] {
    const { sort, filter } = this.arrangement
    if (this.isTrue) return this.draft.order
    const orders: Order[] = []
    for (const order of this.index.all()) if (this.isShown(order, filter.standing)) orders.push(order)
    const column = sort && this.sheet.columns.find(known => known.id === sort.column)
    return linesOf(sort && column ? sortOrders(orders, sort, this.draft, column) : orders)
  }

  private isShown(order: Order, standing: Standing | 'warning' | null): boolean {
    return standing === null || this.standingOf(order.lead) === standing
  }
}
