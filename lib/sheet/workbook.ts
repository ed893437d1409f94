import { type Arrangement, linesOf, sortOrders } from './arrange'
import type { Column } from './columns'
import {
  apply,
  type CellAddress,
  type Draft,
  draftOf,
  isEmptyPatch,
  type Line,
  type LineId,
  type Patch,
  textAt,
} from './draft'
import type { EditContext } from './edits'
import { followView } from './follow'
import { groupingColumns } from './grouping'
import { History, type Step } from './history'
import { Knowledge } from './knowledge'
import { type LineView, viewLine } from './line-view'
import { noMarks } from './marks'
import { OrdersIndex } from './orders-index'
import type { Outcome } from './outcomes'
import type { Sheet } from './sheets'
import type { Standing } from './standing'

/** What is filtered for; 'all' shows everything. */
export type Filter = 'all' | Standing

/** Up to this many orders are judged at once; more are judged in slices, after the paint. */
const AT_ONCE = 60
/** While a large change is judged, the whole screen hears of it this often, in milliseconds. */
const TELL_EVERY = 200

/**
 * A sheet at work: the draft, its orders, what the desk and the service say of them, undo, and the view.
 * It holds no DOM and knows no network. Screens subscribe to one line or to the whole; whoever stores the draft
 * listens to `onPatch`.
 */
export class Workbook {
  readonly draft: Draft
  readonly index: OrdersIndex
  readonly history = new History()
  readonly edits: EditContext
  /** Counts everything that a screen may show beside single lines: structure, standings, view, history. */
  version = 0
  /** The lines on the screen, in its order, without spare ones. */
  visible: readonly LineId[] = []
  arrangement: Arrangement = { sort: null }
  filter: Filter = 'all'
  onPatch: (patch: Patch) => void = () => {}
  /** Runs a piece of work after the screen had a chance to paint. */
  defer: (work: () => void) => void = work => queueMicrotask(work)

  private readonly knowledge: Knowledge
  private readonly views = new Map<LineId, LineView>()
  private readonly listeners = new Set<() => void>()
  private readonly lineListeners = new Map<LineId, Set<() => void>>()
  private toJudge = new Set<LineId>()
  private isJudging = false
  private toldAt = 0
  private ordinals: Map<LineId, number> | undefined

  constructor(
    readonly sheet: Sheet,
    lines: Iterable<Line>,
  ) {
    this.draft = draftOf(lines)
    this.index = new OrdersIndex(this.draft, groupingColumns(sheet.columns, sheet.key))
    this.knowledge = new Knowledge(this.draft, this.index, sheet)
    this.edits = {
      draft: this.draft,
      index: this.index,
      record: new Set(sheet.columns.filter(column => column.scope === 'record').map(column => column.id)),
      known: new Set(sheet.columns.map(column => column.id)),
      isLocked: line => this.isLocked(line),
    }
    this.visible = this.draft.order
  }

  /** Judges every order: at once when there are few, else in slices after the first paint. */
  begin(): void {
    this.judge(new Set(this.index.orders.keys()))
    this.changed()
  }

  // What a screen reads

  /** A line as it is shown; the same object until something about it changes. */
  line(id: LineId): LineView {
    const cached = this.views.get(id)
    if (cached) return cached
    const order = this.index.orderOf(id)
    const outcome = this.outcomeOf(id)
    const view = viewLine(this.draft, id, order, this.edits.record, {
      marks: order ? this.knowledge.marksOf(id, order.lead) : noMarks,
      standing: order ? this.standingOf(order.lead) : 'unchecked',
      locked: this.isLocked(id),
      orderId: outcome?.state === 'registered' ? outcome.orderId : undefined,
    })
    this.views.set(id, view)
    return view
  }

  text(cell: CellAddress): string {
    return textAt(this.draft, cell.line, cell.column)
  }

  column(id: string): Column | undefined {
    return this.sheet.columns.find(column => column.id === id)
  }

  /** Whether a line is at, or may be at, the service. */
  isLocked(line: LineId): boolean {
    return this.knowledge.isLocked(line)
  }

  /** The last answer about the order that a line was part of when it was sent. */
  outcomeOf(line: LineId): Outcome | undefined {
    return this.knowledge.outcomeOf(line)
  }

  standingOf(lead: LineId): Standing {
    return this.knowledge.standingOf(lead)
  }

  /** Position of an order among all, from 1. */
  ordinal(lead: LineId): number | undefined {
    this.ordinals ??= new Map(this.leads().map((id, i) => [id, i + 1]))
    return this.ordinals.get(lead)
  }

  /** First lines of all orders, in the order of the draft. */
  leads(): LineId[] {
    return this.draft.order.filter(id => this.index.orders.has(id))
  }

  count(standing: Standing): number {
    return this.knowledge.count(standing)
  }

  get orderCount(): number {
    return this.index.orders.size
  }

  /** Lines that belong to an order. */
  get itemCount(): number {
    return this.index.lineCount
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  subscribeLine(id: LineId, listener: () => void): () => void {
    const listeners = this.lineListeners.get(id) ?? new Set()
    this.lineListeners.set(id, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.lineListeners.delete(id)
    }
  }

  // What an operator does

  /** Applies an edit and remembers it for undo. `at` is where the operator stood. */
  perform(patch: Patch, at: CellAddress | null): void {
    if (isEmptyPatch(patch)) return
    this.history.record({ patch, at })
    this.change(patch)
  }

  /** Takes back the newest act. Lines that were registered meanwhile stay as they are. @returns undefined: nothing to undo */
  undo(): CellAddress | null | undefined {
    return this.replay(() => this.history.undo())
  }

  redo(): CellAddress | null | undefined {
    return this.replay(() => this.history.redo())
  }

  /** Takes in what the service or the ledger says of some orders. */
  hear(outcomes: readonly Outcome[]): void {
    for (const lead of this.knowledge.hear(outcomes)) this.know(lead)
    this.changed()
  }

  /** Takes in the answers of another connection; those of the one before mean nothing there. */
  forgetOutcomes(outcomes: readonly Outcome[]): void {
    this.knowledge.clear()
    this.knowledge.hear(outcomes)
    this.judge(new Set(this.index.orders.keys()))
    this.changed()
  }

  /** Takes over what the server holds of lines that may not change; edits of theirs came too late. */
  settle(stored: readonly Line[]): void {
    const cells = stored.flatMap(line => {
      if (!this.isLocked(line.id) || !this.draft.lines.has(line.id)) return []
      return this.sheet.columns.flatMap(({ id: column }) => {
        const [before, after] = [textAt(this.draft, line.id, column), line.texts[column] ?? '']
        return before === after ? [] : [{ line: line.id, column, before, after }]
      })
    })
    if (cells.length > 0) this.change({ cells, inserted: [], removed: [] }, true)
  }

  /** A check is perishable: passes given before `since` (ISO 8601) are to be asked for again. */
  expire(since: string): void {
    const over = this.knowledge.expire(since)
    for (const lead of over) this.know(lead)
    if (over.length > 0) this.changed()
  }

  /** Looks at the draft another way. Clearing both returns the true order. */
  arrange(arrangement: Arrangement, filter: Filter): void {
    this.arrangement = arrangement
    this.filter = filter
    this.visible = this.arranged()
    this.changed()
  }

  // How it is kept true

  /** Passes over acts of which nothing is left to do, because all of their lines were registered since. */
  private replay(next: () => Step | undefined): CellAddress | null | undefined {
    const free = (line: LineId) => !this.isLocked(line)
    for (let step = next(); step; step = next()) {
      const removed = step.patch.removed.filter(line => free(line.id))
      // Lines that spread out anew go and come back in one act.
      const going = new Set(removed.map(line => line.id))
      const isMissing = ({ id }: Line) => !this.draft.lines.has(id) || going.has(id)
      const cells = step.patch.cells.filter(cell => free(cell.line))
      const patch = { cells, inserted: step.patch.inserted.filter(isMissing), removed }
      if (isEmptyPatch(patch)) continue
      this.change(patch)
      return step.at
    }
    return undefined
  }

  /** @param isStored whether whoever stores the draft has this already */
  private change(patch: Patch, isStored = false): void {
    apply(this.draft, patch)
    const { touched, ended, regrouped } = this.index.update(patch)
    for (const lead of ended) this.end(lead)
    for (const { line } of patch.cells) this.invalidate(line)
    if (regrouped) this.ordinals = undefined
    if (patch.inserted.length + patch.removed.length > 0) this.visible = this.followed(patch)
    this.judge(touched)
    this.changed()
    if (!isStored) this.onPatch(patch)
  }

  private judge(leads: ReadonlySet<LineId>): void {
    if (leads.size + this.toJudge.size <= AT_ONCE) {
      for (const lead of leads) this.know(lead)
      return
    }
    for (const lead of leads) {
      this.toJudge.add(lead)
      for (const line of this.index.orders.get(lead)?.lines ?? []) this.invalidate(line)
    }
    if (this.isJudging) return
    this.isJudging = true
    this.defer(() => this.judgeSlice())
  }

  private judgeSlice(): void {
    const until = performance.now() + 8
    for (const lead of this.toJudge) {
      this.know(lead)
      if (performance.now() > until) break
    }
    this.isJudging = this.toJudge.size > 0
    if (this.isJudging) this.defer(() => this.judgeSlice())
    // Lines show their marks at once; counts and lists need not keep up with every slice.
    if (!this.isJudging || until - this.toldAt > TELL_EVERY) {
      this.toldAt = until
      this.changed()
    }
  }

  /** Finds out what is to be said of an order now, and tells its lines. */
  private know(lead: LineId): void {
    this.toJudge.delete(lead)
    const order = this.index.orders.get(lead)
    if (!order) return
    this.knowledge.judge(order)
    for (const line of order.lines) this.invalidate(line)
  }

  private end(lead: LineId): void {
    this.toJudge.delete(lead)
    if (this.knowledge.forget(lead)) this.invalidate(lead)
  }

  private invalidate(line: LineId): void {
    this.views.delete(line)
    for (const listener of this.lineListeners.get(line) ?? []) listener()
  }

  private changed(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }

  private arranged(): readonly LineId[] {
    const { sort } = this.arrangement
    if (!sort && this.filter === 'all') return this.draft.order
    const all = this.leads().flatMap(lead => this.index.orders.get(lead) ?? [])
    const orders =
      this.filter === 'all' ? all : all.filter(order => this.standingOf(order.lead) === this.filter)
    const column = sort && this.column(sort.column)
    return linesOf(sort && column ? sortOrders(orders, sort, this.draft, column) : orders)
  }

  private followed(patch: Patch): readonly LineId[] {
    if (!this.arrangement.sort && this.filter === 'all') return this.draft.order
    const inserted = new Set(patch.inserted.map(line => line.id))
    return followView(this.visible, inserted, this.draft, line => this.index.orderOf(line))
  }
}
