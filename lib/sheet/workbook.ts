import { type Arrangement, isSameSort, noFilter, type Sort } from './arrange'
import type { Column } from './columns'
import {
  type CellAddress,
  type Draft,
  draftOf,
  emptyPatch,
  isEmptyPatch,
  type Line,
  type LineId,
  type LinesInOrder,
  type Patch,
  textAt,
} from './draft'
import type { EditContext } from './edits'
import type { Elsewhere, Holder } from './elsewhere'
import { FailureIndex } from './failure-index'
import { groupingColumns } from './grouping'
import { History, type Step } from './history'
import { type Defer, Judging } from './judging'
import { Knowledge } from './knowledge'
import { type LineView, viewLine } from './line-view'
import { LineViews } from './line-views'
import type { FieldNames } from './locate'
import { noMarks } from './marks'
import { failuresBy, type ListedFailure } from './order-failures'
import { OrdersIndex } from './orders-index'
import type { Outcome } from './outcomes'
import { type InPieces, Pieces } from './pieces'
import { leftOf } from './replay'
import type { Sheet } from './sheets'
import type { Standing } from './standing'
import { View } from './view'
import { Watchers } from './watchers'

/** Where so many orders change, every view is let go instead of those of their lines. */
const MANY_ORDERS = 500

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
  readonly view: View
  /** What fails in an order now, line by line and left to right; nothing in one that is no more. */
  readonly listFailures: (lead: LineId) => readonly ListedFailure[]
  /** @param isPart whether it is a piece of an act of which more is to come: `onCome` is told of its end */
  onPatch: (patch: Patch, isPart: boolean) => void = () => {}
  onCome: () => void = () => {}
  /** Runs a piece of work as a task of its own, so that the screen is painted between two of them. */
  defer: Defer = work => queueMicrotask(work)

  private readonly knowledge: Knowledge
  private readonly judging: Judging
  private listed: FailureIndex | undefined
  /** Orders of which something else is said since the screen was told last. */
  private readonly judged = new Set<LineId>()
  private readonly watchers = new Watchers()
  private readonly views = new LineViews((id, likely) => this.lookAt(id, likely), this.watchers)
  private readonly pieces = new Pieces({
    change: (patch, isTold, isPiece) => this.change(patch, { isTold, isPiece }),
    defer: work => this.defer(work),
    onComing: isComing => this.coming(isComing),
  })

  /** Who works here may look only: no act changes anything. */
  isReadOnly = false
  /** Whether an act comes in pieces just now: what can wait until all of it has come does. */
  isComing = false
  /** Counts edits and answers: what else is said of orders that are only judged does not count. */
  edition = 0

  constructor(
    readonly sheet: Sheet,
    lines: Iterable<Line> | LinesInOrder,
    /** What is known of its orders already; without `isAll` the rest is on its way. */
    heard: { readonly outcomes: readonly Outcome[]; readonly isAll: boolean } = { outcomes: [], isAll: true },
  ) {
    this.draft = draftOf(lines)
    this.index = new OrdersIndex(this.draft, groupingColumns(sheet.columns, sheet.key))
    this.knowledge = new Knowledge(this.draft, this.index, sheet)
    this.knowledge.hearAnew(heard.outcomes, heard.isAll)
    this.edits = {
      draft: this.draft,
      index: this.index,
      record: new Set(sheet.columns.filter(column => column.scope === 'record').map(column => column.id)),
      known: new Set(sheet.columns.map(column => column.id)),
      isLocked: line => this.isLocked(line),
      isHeldElsewhere: line => this.holderOf(line) !== undefined,
      key: sheet.key,
    }
    this.view = new View(this.draft, this.index, sheet, {
      standingOf: lead => this.standingOf(lead),
      isWarned: lead => this.knowledge.isWarned(lead),
      isIn: (lead, group) => this.failures.group(group)?.has(lead) ?? false,
    })
    this.listFailures = failuresBy(sheet.columns, this.index, this.knowledge)
    this.judging = new Judging({
      draft: this.draft,
      index: this.index,
      judge: lead => this.know(lead),
      tell: isTimely => {
        if (isTimely) return this.changed()
        this.takeJudged()
        this.watchers.tellLines()
      },
      defer: (work, when) => this.defer(work, when),
    })
  }

  /** Judges every order: at once when there are few, else in slices after the first paint. */
  begin(): void {
    this.judging.all()
    this.changed()
  }

  /** Whether something is still to be judged. */
  get isJudging(): boolean {
    return !this.judging.isDone
  }

  /** Does something once all that was heard is judged; at once when nothing is left. */
  whenJudged(act: () => void): void {
    if (!this.isJudging) {
      act()
      return
    }
    const stop = this.subscribe(() => {
      if (this.isJudging) return
      stop()
      act()
    })
  }

  // What a screen reads

  /** The lines on the screen, in its order, without spare ones. */
  get visible(): readonly LineId[] {
    return this.view.lines
  }

  get arrangement(): Arrangement {
    return this.view.arrangement
  }

  /**
   * A line as it is shown; the same object until something about it changes.
   * @param likely its position in the view, where that is known
   */
  line(id: LineId, likely?: number): LineView {
    return this.views.of(id, likely)
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

  /** The order of another draft that holds the number of a line's order. */
  holderOf(line: LineId): Holder | undefined {
    return this.knowledge.holderOf(line)
  }

  /** Whether a line's cells may not be edited, but for the number of an order that another draft holds. */
  isFixed(line: LineId): boolean {
    return this.isLocked(line) || this.holderOf(line) !== undefined
  }

  /** Numbers that orders of other drafts hold, and those that are to be looked up. */
  get elsewhere(): Elsewhere {
    return this.knowledge.elsewhere
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
    return this.index.ordinal(lead)
  }

  /** First lines of all orders, in the order of the draft. */
  leads(): LineId[] {
    return [...this.index.leads()]
  }

  /** How many orders stand so, or have a warning. */
  count(standing: Standing | 'warning'): number {
    return this.knowledge.count(standing)
  }

  /** Every failure; kept true from the first time that somebody asks. */
  get failures(): FailureIndex {
    if (!this.listed) {
      this.listed = new FailureIndex()
      this.listed.update(this.index.leads(), this.listFailures)
    }
    return this.listed
  }

  get orderCount(): number {
    return this.index.count
  }

  /** Lines that belong to an order. */
  get itemCount(): number {
    return this.index.lineCount
  }

  /** Counts everything that a screen may show beside single lines: structure, standings, view, history. */
  get version(): number {
    return this.watchers.version
  }

  /** Counts changes of lines; those that change together count once. */
  get linesVersion(): number {
    return this.watchers.linesVersion
  }

  subscribe = (listener: () => void): (() => void) => this.watchers.subscribe(listener)

  subscribeLines = (listener: () => void): (() => void) => this.watchers.subscribeLines(listener)

  subscribeLine(id: LineId, listener: () => void): () => void {
    return this.watchers.subscribeLine(id, listener)
  }

  // What an operator does

  /** Applies an edit and remembers it for undo. `at` is where the operator stood. */
  perform(patch: Patch, at: CellAddress | null): void {
    if (this.isReadOnly || isEmptyPatch(patch)) return
    this.pieces.settle()
    this.history.record({ patch, at })
    this.change(patch)
  }

  /**
   * An edit that comes in pieces, with a chance to paint between them; no line may be in two of them. It is one act,
   * to be undone once it has ended; called off, it leaves nothing behind.
   */
  performInPieces(at: CellAddress | null): InPieces {
    return this.pieces.begin({
      isAllowed: () => !this.isReadOnly,
      onEnd: patch => {
        this.history.record({ patch, at })
        this.changed()
      },
      narrow: this.leftOf,
    })
  }

  /** Sorts the view (null: the true order) and remembers it for undo. */
  sortBy(sort: Sort | null, at: CellAddress | null): void {
    const before = this.arrangement.sort
    if (isSameSort(before, sort)) return
    this.pieces.settle()
    this.history.record({ patch: emptyPatch, sort: { before, after: sort }, at })
    this.arrange({ ...this.arrangement, sort })
  }

  /** Takes back the newest act. Lines that were registered meanwhile stay as they are. @returns undefined: nothing to undo */
  undo(): CellAddress | null | undefined {
    return this.replay(() => this.history.undo())
  }

  redo(): CellAddress | null | undefined {
    return this.replay(() => this.history.redo())
  }

  /** Takes in what was done in earlier sittings. @returns undone acts that are forgotten, because something was done since */
  remember(past: readonly Step[], future: readonly Step[]): readonly Step[] {
    const forgotten = this.history.remember(past, future)
    this.changed()
    return forgotten
  }

  /** Takes in what the service or the ledger says of some orders. */
  hear(outcomes: readonly Outcome[]): void {
    this.edition++
    this.judging.add(this.knowledge.hear(outcomes))
    this.changed()
  }

  /**
   * Takes in answers in place of all that were heard before: those of another connection mean nothing here. Without
   * `isAll` more are on their way, and of an order without an answer nothing is said before `endWait`.
   */
  hearAnew(outcomes: readonly Outcome[], isAll: boolean): void {
    this.edition++
    this.knowledge.hearAnew(outcomes, isAll)
    this.judging.all()
    this.changed()
  }

  /** All that is known was heard. */
  endWait(): void {
    if (!this.knowledge.endWait()) return
    this.judging.all()
    this.changed()
  }

  /** Takes in which of some numbers orders of other drafts hold. */
  hearElsewhere(asked: readonly string[], found: readonly Holder[]): void {
    const leads = this.knowledge.hearElsewhere(asked, found)
    if (leads.size === 0) return
    this.edition++
    this.judging.add(leads)
    this.changed()
  }

  /** Forgets which numbers are held elsewhere: another connection may lead to another environment. */
  beginElsewhere(): void {
    const isKnown = this.knowledge.elsewhere.size > 0
    this.knowledge.elsewhere.begin()
    if (!isKnown) return
    this.judging.all()
    this.changed()
  }

  /** Takes in whether what is queued is being sent, or waits behind a run that stands still. */
  move(isMoving: boolean): void {
    const leads = this.knowledge.move(isMoving)
    if (leads.size === 0) return
    this.judging.add(leads)
    this.changed()
  }

  /** Takes in what others did, or what the server made of an edit: it is stored already, and no undo takes it back. */
  takeIn(patch: Patch): void {
    if (!isEmptyPatch(patch)) this.change(patch, { isStored: true })
  }

  /** Takes up which warehouses the connection in use has (ids); cells that name others get a warning. */
  knowWarehouses(ids: ReadonlySet<string>): void {
    if (!this.knowledge.knowWarehouses(ids)) return
    this.judging.all()
    this.changed()
  }

  /** Takes up what the service of the connection in use calls columns: its errors are placed by that. */
  knowFieldNames(names: FieldNames): void {
    const leads = this.knowledge.knowFieldNames(names)
    if (leads.size === 0) return
    this.judging.add(leads)
    this.changed()
  }

  /** A check is perishable: passes given before `since` (ISO 8601) are to be asked for again. */
  expire(since: string): void {
    const over = this.knowledge.expire(since)
    this.judging.add(new Set(over))
    if (over.length > 0) this.changed()
  }

  /** Looks at the draft another way. Clearing both returns the true order. */
  arrange(arrangement: Arrangement): void {
    this.view.arrange(arrangement)
    this.changed()
  }

  /** Shows every line again; the sort stays. */
  clearFilter(): void {
    this.arrange({ ...this.arrangement, filter: noFilter })
  }

  // How it is kept true

  private lookAt(id: LineId, likely?: number): LineView {
    const order = this.index.orderOf(id, likely)
    const outcome = this.outcomeOf(id)
    return viewLine(this.draft, id, order, this.edits.record, {
      marks: order ? this.knowledge.marksOf(id, order.lead) : noMarks,
      standing: order ? this.standingOf(order.lead) : 'unchecked',
      locked: this.isFixed(id),
      unlocked: this.holderOf(id) ? this.sheet.key : undefined,
      orderId: outcome?.state === 'registered' ? outcome.orderId : undefined,
    })
  }

  private readonly leftOf = (patch: Patch): Patch => leftOf(patch, this.draft, line => this.isLocked(line))

  /** Passes over acts of which nothing is left to do, because others, or the service, were there since. */
  private replay(next: () => Step | undefined): CellAddress | null | undefined {
    this.pieces.settle()
    for (let step = next(); step; step = next()) {
      if (step.sort) {
        // The view of a page that was opened anew is not the one that was sorted then.
        if (!isSameSort(this.arrangement.sort, step.sort.before)) continue
        this.arrange({ ...this.arrangement, sort: step.sort.after })
        return step.at
      }
      if (this.pieces.apply(step.patch, this.leftOf)) return step.at
    }
    return undefined
  }

  private coming(isComing: boolean): void {
    if (this.isComing === isComing) return
    this.isComing = isComing
    this.judging.hold(isComing)
    if (!isComing) this.onCome()
  }

  /** @param about `isStored`: whoever stores the draft has this already; `isTold`: the screen is to hear of it now;
   * `isPiece`: it is part of something larger */
  private change(patch: Patch, { isStored = false, isTold = true, isPiece = false } = {}): void {
    this.edition++
    const { touched, ended, regrouped } = this.index.apply(patch)
    for (const lead of ended) this.end(lead)
    this.view.follow(patch)
    if (touched.size > MANY_ORDERS) this.views.letAllGo()
    else {
      for (const { line } of patch.changes) this.views.letGo(line)
      // A line may show less, or more, because of the line above it.
      if (regrouped)
        for (const lead of touched)
          for (const line of this.index.find(lead)?.lines ?? []) this.views.letGo(line)
    }
    this.judging.add(touched, isPiece)
    if (isTold) this.changed()
    else this.takeJudged()
    if (!isStored) this.onPatch(patch, isPiece && this.isComing)
  }

  /** Finds out what is to be said of an order now, and tells its lines. */
  private know(lead: LineId): void {
    const order = this.index.find(lead)
    if (!order) return
    this.knowledge.judge(order)
    this.judged.add(lead)
    for (const line of order.lines) this.views.letGo(line)
  }

  private end(lead: LineId): void {
    this.judging.drop(lead)
    this.judged.add(lead)
    if (this.knowledge.forget(lead)) this.views.letGo(lead)
  }

  private changed(): void {
    this.takeJudged()
    this.watchers.tell()
  }

  /** Has the list of failures and the view know what was judged, slice by slice: all at once it is a long task. */
  private takeJudged(): void {
    this.listed?.update(this.judged, this.listFailures)
    this.view.hear(this.judged)
    this.judged.clear()
  }
}
