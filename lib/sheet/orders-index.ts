import { byRank, type Draft, type Line, type LineId, type Patch } from './draft'
import { type GroupingColumns, groupLines, isBlankLine, type Order } from './grouping'
import { isBlank } from './kinds'
import { Namesakes } from './namesakes'

/** Above this many touched lines it is cheaper to group everything anew. */
const FEW = 500

/**
 * The orders of a draft, kept true while lines change. An edit regroups only its neighbourhood: a keystroke
 * costs the same in a draft of 100,000 lines as in one of 10.
 */
export class OrdersIndex {
  readonly orders = new Map<LineId, Order>()
  private readonly leads = new Map<LineId, LineId>()
  private readonly namesakes = new Namesakes()
  private readonly record: ReadonlySet<string>

  constructor(
    private readonly draft: Draft,
    private readonly columns: GroupingColumns,
  ) {
    this.record = new Set(columns.record)
    this.regroupAll()
  }

  /** Lines that belong to an order. */
  get lineCount(): number {
    return this.leads.size
  }

  /** The order a line belongs to; undefined for a blank line. */
  orderOf(line: LineId): Order | undefined {
    return this.orders.get(this.leads.get(line) ?? '')
  }

  /** Whether another order bears the same number. A missing number is not a repeated one. */
  isRepeated(lead: LineId): boolean {
    return this.namesakes.isRepeated(lead)
  }

  /**
   * Brings the index up to date after `patch` was applied to the draft.
   * @returns leads of orders to judge anew (theirs changed, or a namesake came or went), and those that ended.
   */
  update(patch: Patch): { touched: Set<LineId>; ended: Set<LineId>; regrouped: boolean } {
    const moved = [...patch.inserted, ...patch.removed, ...this.regroupingLines(patch)]
    const touched = new Set<LineId>()
    if (moved.length === 0) {
      for (const { line } of patch.cells) this.addLead(line, touched)
      return { touched, ended: new Set(), regrouped: false }
    }
    const before = new Set<LineId>()
    if (moved.length > FEW) {
      for (const lead of this.orders.keys()) before.add(lead)
      this.regroupAll(touched)
    } else this.regroupAround(moved, before, touched)
    for (const { line } of patch.cells) this.addLead(line, touched)
    const ended = new Set([...before].filter(lead => !this.orders.has(lead)))
    return { touched, ended, regrouped: true }
  }

  private addLead(line: LineId, to: Set<LineId>): void {
    const lead = this.leads.get(line)
    if (lead !== undefined) to.add(lead)
  }

  /** Lines whose changed cells may move them to another order. */
  private regroupingLines(patch: Patch): Line[] {
    const lines = new Map<LineId, Line>()
    for (const { line, column } of patch.cells) {
      const now = this.draft.lines.get(line)
      if (!now) continue
      const appears = !this.leads.has(line)
      if (this.record.has(column) || appears || isBlankLine(now, this.columns.all)) lines.set(line, now)
    }
    return [...lines.values()]
  }

  private regroupAll(touched?: Set<LineId>): void {
    this.orders.clear()
    this.leads.clear()
    this.namesakes.clear()
    for (const order of groupLines(this.draft, this.columns)) {
      this.add(order)
      touched?.add(order.lead)
    }
  }

  private regroupAround(moved: readonly Line[], before: Set<LineId>, touched: Set<LineId>): void {
    const sorted = [...moved].sort(byRank)
    const first = sorted[0]
    const last = sorted.at(-1)
    if (!first || !last) return
    const names = new Set(sorted.map(line => line.id))
    const from = this.startBefore(this.position(first))
    const until = this.position(last)
    let end = this.draft.order.length
    const orders = groupLines(this.draft, this.columns, from, lead => {
      const line = this.draft.lines.get(lead)
      const at = line ? this.position(line) : -1
      if (at <= until || names.has(lead) || !this.orders.has(lead)) return false
      end = at
      return true
    })
    for (const line of sorted) this.forget(line.id, before, touched)
    for (const id of this.draft.order.slice(from, end)) this.forget(id, before, touched)
    for (const order of orders) {
      this.add(order, touched)
      touched.add(order.lead)
    }
    for (const lead of before) if (!this.orders.has(lead)) touched.delete(lead)
  }

  /** Takes a line, and the order it leads, out of the index. Its namesakes are to be judged anew. */
  private forget(line: LineId, before: Set<LineId>, touched: Set<LineId>): void {
    this.leads.delete(line)
    if (!this.orders.delete(line)) return
    before.add(line)
    for (const lead of this.namesakes.remove(line)) touched.add(lead)
  }

  private add(order: Order, touched?: Set<LineId>): void {
    this.orders.set(order.lead, order)
    for (const line of order.lines) this.leads.set(line, order.lead)
    const before = this.namesakes.add(order.lead, this.numberOf(order))
    if (touched) for (const lead of before) touched.add(lead)
  }

  private numberOf(order: Order): string {
    for (const id of order.lines) {
      const text = this.draft.lines.get(id)?.texts[this.columns.key]
      if (text !== undefined && !isBlank(text)) return text.trim()
    }
    return ''
  }

  /** Position of a line in the draft, or where it would stand: `order` is sorted by rank. */
  private position(line: Line): number {
    const { order, lines } = this.draft
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >> 1
      const there = lines.get(order[middle] ?? '')
      if (there && byRank(there, line) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Where the order above position `at` begins: the line at `at` may continue it. */
  private startBefore(at: number): number {
    for (let i = at - 1; i >= 0; i--) {
      const lead = this.leads.get(this.draft.order[i] ?? '')
      const line = lead === undefined ? undefined : this.draft.lines.get(lead)
      if (line) return this.position(line)
    }
    return 0
  }
}
