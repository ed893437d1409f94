import type { Steps } from '@/lib/sheet/codecs/steps'
import { type Draft, draftOf, isEmptyPatch, type OrderedLines, type Patch } from '@/lib/sheet/draft/draft'
import type { FailureGroup, FailureIndex } from '@/lib/sheet/judge/failures/failure-index'
import type { ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { noMarks } from '@/lib/sheet/judge/marks'
import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { Holder } from '@/lib/sheet/judge/status/other-drafts'
import { type OrderOutcome, orderIdOf } from '@/lib/sheet/judge/status/outcomes'
import type { Counted, OwnErrors } from '@/lib/sheet/judge/status/state-table'
import { cellText, type EditContext } from '@/lib/sheet/orders/edits'
import { groupingColumns } from '@/lib/sheet/orders/grouping'
import { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Column } from '@/lib/sheet/schema/columns'
import { isAbroad } from '@/lib/sheet/schema/japanese-addresses'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import { recordLines } from '@/lib/sheet/schema/record-lines'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { type Arrangement, noFilter, type Sort } from '@/lib/sheet/view/arrangement'
import { View } from '@/lib/sheet/view/view'
import { Acts } from '@/lib/sheet/workbook/acts/acts'
import type { ChunkedEdit } from '@/lib/sheet/workbook/acts/chunks'
import type { History, UndoStep } from '@/lib/sheet/workbook/acts/history'
import type { ScheduleTask } from '@/lib/sheet/workbook/judging/judge-queue'
import { Judging, type KnownOutcomes } from '@/lib/sheet/workbook/judging/judging'
import type { ServerFacts } from '@/lib/sheet/workbook/judging/server-facts'
import { DeferredArranging } from './deferred-arranging'
import { type LineView, LineViews, viewLine } from './line-view'
import { Listeners } from './listeners'

/** When more orders change at once, all line views are invalidated instead of those of their lines. */
const MAX_ORDERS_INVALIDATED = 500

/**
 * An open draft: its lines and orders, the status and marks of the orders, undo, and the view. It uses neither
 * the DOM nor the network. Screens subscribe to one line or to the whole workbook; the code that saves the
 * draft sets `onPatch`.
 */
export class Workbook {
  readonly draft: Draft
  readonly index: OrdersIndex
  readonly history: History
  readonly edits: EditContext
  readonly view: View
  /** Called with every edit to save. @param isPart whether more patches of the same act follow, until `onActEnd` */
  onPatch: (patch: Patch, isPart: boolean) => void = () => {}
  onActEnd: () => void = () => {}
  /** Called with every change of lines, made here or by others, before listeners are notified. */
  onLinesChange: (patch: Patch) => void = () => {}
  /** Runs work in a task of its own, so that the browser can paint between two tasks. */
  scheduleTask: ScheduleTask = work => queueMicrotask(work)

  private readonly judging: Judging
  private readonly listeners = new Listeners()
  private readonly views = new LineViews((id, likely) => this.viewOf(id, likely), this.listeners)
  private readonly arranging: DeferredArranging
  private readonly acts: Acts

  /** The operator may only read: no act changes anything. */
  isReadOnly = false
  /** Whether an act is being applied in chunks: work that can wait waits for its end. */
  isActInProgress = false
  /** Counts edits and responses of the server. Judging does not count. */
  edition = 0
  /** Counts edits of lines, made here or by others. */
  lineEdition = 0
  /** The lines that began orders before acts made here joined them to others. */
  private readonly joined = new Set<LineId>()

  constructor(
    readonly sheet: Sheet,
    lines: Iterable<Line> | OrderedLines,
    known: KnownOutcomes = { outcomes: [], isAll: true },
  ) {
    this.draft = draftOf(lines)
    this.index = new OrdersIndex(this.draft, groupingColumns(sheet.columns, sheet.key))
    this.judging = new Judging({
      draft: this.draft,
      index: this.index,
      sheet,
      known,
      scheduleTask: (work, when) => this.scheduleTask(work, when),
      onLine: line => this.views.invalidate(line),
      onJudged: firstLines => this.view.noteJudged(firstLines),
      onSlice: isForAll => {
        if (isForAll) return this.changed()
        this.judging.flush()
        this.listeners.notifyLines()
      },
      onReport: isEdition => {
        if (isEdition) this.edition++
        this.changed()
      },
    })
    this.edits = {
      draft: this.draft,
      index: this.index,
      recordColumns: new Set(
        sheet.columns.filter(column => column.scope === 'record').map(column => column.id),
      ),
      knownColumns: new Set(sheet.columns.map(column => column.id)),
      isLocked: line => this.isLocked(line),
      isHeldElsewhere: line => this.holderOf(line) !== undefined,
      keyColumn: sheet.key,
      ...(sheet.idColumn && {
        readOnly: { id: sheet.idColumn.id, textOf: line => this.judging.states.shownOrderId(line) },
      }),
    }
    this.view = new View(this.draft, this.index, sheet, {
      statusOf: firstLine => this.statusOf(firstLine),
      isWarned: firstLine => this.judging.states.isWarned(firstLine),
      isIn: (firstLine, group) => this.listedGroup(group)?.has(firstLine) ?? false,
      textOf: this.textOf,
    })
    this.arranging = new DeferredArranging(this.view, {
      changed: () => this.changed(),
      scheduleTask: (work, when) => this.scheduleTask(work, when),
    })
    this.acts = new Acts({
      edits: this.edits,
      view: this.view,
      arranging: this.arranging,
      isReadOnly: () => this.isReadOnly,
      change: (patch, isNotified, isChunk) => this.change(patch, { isNotified, isChunk }),
      changed: () => this.changed(),
      scheduleTask: (work, when) => this.scheduleTask(work, when),
      onActiveChange: isActive => this.setActInProgress(isActive),
    })
    this.history = this.acts.history
  }

  /** Judges every order: few at once, many in slices after the first paint. */
  begin(): void {
    this.judging.all()
    this.changed()
  }

  /** Whether orders are still to be judged. */
  get isJudging(): boolean {
    return !this.judging.isDone
  }

  /** Calls `act` when all orders are judged; at once when none is left. */
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

  // Reading

  /** What the server reported about the orders. */
  get serverFacts(): ServerFacts {
    return this.judging.serverFacts
  }

  /** The lines on the screen, in its order, without placeholder rows. */
  get visible(): readonly LineId[] {
    return this.view.lines
  }

  get arrangement(): Arrangement {
    return this.view.arrangement
  }

  /**
   * A line as the screen shows it; the same object until something in it changes.
   * @param likely its position in the view, when the caller knows it
   */
  line(id: LineId, likely?: number): LineView {
    return this.views.of(id, likely)
  }

  text(cell: CellAddress): string {
    return this.textOf(cell.line, cell.column)
  }

  /** The text of a cell, also of a read-only one. */
  readonly textOf = (line: LineId, column: string): string => cellText(this.edits, line, column)

  /** A column of the sheet, or that of the ids. */
  column(id: string): Column | undefined {
    const { idColumn, columns } = this.sheet
    return idColumn?.id === id ? idColumn : columns.find(column => column.id === id)
  }

  /** The column of the ids, once any line has one. */
  get idColumn(): Column | undefined {
    return this.judging.states.hasOrderIds ? this.sheet.idColumn : undefined
  }

  /** Whether the order of a line is, or may be, at the service. */
  isLocked(line: LineId): boolean {
    return this.judging.states.isLocked(line)
  }

  /** The order of another draft that holds the number of a line's order. */
  holderOf(line: LineId): Holder | undefined {
    return this.judging.states.holderOf(line)
  }

  /** Whether cells of a line may not be edited, except the number of an order that another draft holds. */
  isFixed(line: LineId): boolean {
    return this.isLocked(line) || this.holderOf(line) !== undefined
  }

  /** The last outcome of the order that a line was part of when that order was sent. */
  outcomeOf(line: LineId): OrderOutcome | undefined {
    return this.judging.states.outcomeOf(line)
  }

  statusOf(firstLine: LineId): OrderStatus {
    return this.judging.states.statusOf(firstLine)
  }

  /** Position of an order among all, from 1. */
  ordinal(firstLine: LineId): number | undefined {
    return this.index.ordinal(firstLine)
  }

  /** First lines of all orders, in the order of the draft. */
  firstLines(): LineId[] {
    return [...this.index.firstLines()]
  }

  /** How many orders have a status, or a warning, or both a warning and the status `ready`. */
  count(status: Counted): number {
    return this.judging.states.count(status)
  }

  /** How many orders the desk itself finds errors in, by the result of their last check. */
  get ownErrors(): OwnErrors {
    return this.judging.states.ownErrors
  }

  /** Whether `ownErrors` is final: every order is judged, by everything that the server knows of it. */
  get isErrorCountFinal(): boolean {
    return this.judging.isFinal
  }

  /** The failures of an order, line by line and left to right; none of an order that no longer exists. */
  readonly listFailures = (firstLine: LineId): readonly ListedFailure[] => this.judging.failuresOf(firstLine)

  /** All failures; kept up to date once they were read. */
  get failures(): FailureIndex {
    return this.judging.failures
  }

  /** All warnings; kept up to date once they were read. */
  get warnings(): FailureIndex {
    return this.judging.warnings
  }

  /**
   * The maximum length of a text in a cell; that of orders to Japan only where the order may be one.
   * @returns undefined where there is none
   */
  limitOf(line: LineId, { max, hint }: Column): number | undefined {
    if (hint?.max === undefined) return max
    const lines = this.index.orderOf(line)?.lines.flatMap(id => this.draft.lines.get(id) ?? []) ?? []
    const { columns, textOf } = recordLines(lines, this.sheet.columns)
    return isAbroad(columns, textOf) ? max : hint.max
  }

  /** A group of failures or of warnings, by its key. */
  listedGroup(key: string): FailureGroup | undefined {
    return this.judging.group(key)
  }

  get orderCount(): number {
    return this.index.count
  }

  /** Lines that belong to an order. */
  get itemCount(): number {
    return this.index.lineCount
  }

  /** Counts changes of everything but single lines: structure, statuses, view, history. */
  get version(): number {
    return this.listeners.version
  }

  /** Counts changes of lines; lines that change together count once. */
  get linesVersion(): number {
    return this.listeners.linesVersion
  }

  subscribe = (listener: () => void): (() => void) => this.listeners.subscribe(listener)

  subscribeLines = (listener: () => void): (() => void) => this.listeners.subscribeLines(listener)

  subscribeLine(id: LineId, listener: () => void): () => void {
    return this.listeners.subscribeLine(id, listener)
  }

  // Acts of an operator

  /** Applies an edit and records it for undo. @param at the active cell */
  perform(patch: Patch, at: CellAddress | null): void {
    this.acts.perform(patch, at)
  }

  /**
   * Like `perform`, but a large edit is applied in chunks, so that the browser can paint between them: the draft has
   * all of it after `finishActs`.
   * @param onEnd called once all of it is applied
   */
  performSoon(patch: Patch, at: CellAddress | null, onEnd: () => void = () => {}): void {
    this.acts.performSoon(patch, at, onEnd)
  }

  /**
   * Applies a large edit that is computed step by step, and records it for undo, so that the browser can
   * paint meanwhile.
   * @param onEnd called once all of it is applied
   */
  performGradually(steps: Steps<{ patch: Patch; at: CellAddress | null }>, onEnd: () => void): void {
    this.acts.performGradually(steps, onEnd)
  }

  /** Finishes what is applied gradually. To be called before the patch of another act is computed. */
  finishActs(): void {
    this.acts.finish()
  }

  /**
   * Begins an edit that is applied in chunks, so that the browser can paint between them. No line may be in two chunks.
   * Once the edit has ended it is one act of the history, below the acts done meanwhile; a cancelled edit leaves nothing
   * behind.
   */
  performInChunks(at: CellAddress | null): ChunkedEdit {
    return this.acts.performInChunks(at)
  }

  /**
   * Sorts the view (null: the order of the draft) and records it for undo. Thousands of lines are sorted after the next
   * paint: until then the view `isArranging`, and `finishActs` sorts at once.
   * @param onSorted called once the lines are sorted, unless they are sorted otherwise before
   */
  sortBy(sort: Sort | null, at: CellAddress | null, onSorted: () => void = () => {}): void {
    this.acts.sortBy(sort, at, onSorted)
  }

  /** Whether the operator may undo the newest act. */
  get canUndo(): boolean {
    return this.acts.canUndo
  }

  get canRedo(): boolean {
    return this.acts.canRedo
  }

  /**
   * Undoes the newest act. Lines that were registered since stay as they are.
   * @param onEnd called once all of the act's lines are as they were: at once, or later for a large act
   * @returns the cell that was active then; undefined when there is nothing that the operator may undo
   */
  undo(onEnd: () => void = () => {}): CellAddress | null | undefined {
    return this.acts.undo(onEnd)
  }

  redo(onEnd: () => void = () => {}): CellAddress | null | undefined {
    return this.acts.redo(onEnd)
  }

  /**
   * Adds the acts of earlier editing sessions.
   * @returns undone acts that were dropped, because a new act was done since
   */
  restoreHistory(past: readonly UndoStep[], future: readonly UndoStep[]): readonly UndoStep[] {
    const forgotten = this.history.restore(past, future)
    this.changed()
    return forgotten
  }

  /** Applies what others did, or what the server made of an edit. It is stored already, and undo does not revert it. */
  applyRemote(patch: Patch): void {
    if (isEmptyPatch(patch)) return
    this.acts.noteArrival(patch)
    this.change(patch, { isStored: true })
  }

  /** Sorts and filters the view. Without sort and filter it shows the draft in its own order. */
  arrange(arrangement: Arrangement): void {
    this.arranging.arrange(arrangement)
  }

  /** Shows every line again; the sort stays. */
  clearFilter(): void {
    this.arrange({ ...this.arrangement, filter: noFilter })
  }

  // Updates

  private viewOf(id: LineId, likely?: number): LineView {
    const order = this.index.orderOf(id, likely)
    const outcome = this.outcomeOf(id)
    return viewLine(this.edits, id, order, {
      marks: order ? this.judging.states.marksOf(id, order.firstLine) : noMarks,
      status: order ? this.statusOf(order.firstLine) : 'unchecked',
      isWarned: order !== undefined && this.judging.states.isWarned(order.firstLine),
      isLocked: this.isFixed(id),
      editableColumn: this.holderOf(id) ? this.sheet.key : undefined,
      orderId: outcome && orderIdOf(outcome),
    })
  }

  private setActInProgress(isActive: boolean): void {
    if (this.isActInProgress === isActive) return
    this.isActInProgress = isActive
    this.judging.hold(isActive)
    if (!isActive) this.onActEnd()
  }

  /**
   * Called before an act, after others have finished.
   * @returns a function that returns lines of the orders that the act has joined to others, one of each
   */
  noteOrders(): () => readonly LineId[] {
    this.joined.clear()
    // Between two chunks of an act orders may be joined that are separate at its end.
    return () => {
      const isJoined = (line: LineId) => {
        const firstLine = this.index.firstLineOf(line)
        return firstLine !== undefined && firstLine !== line
      }
      return [...this.joined].filter(isJoined)
    }
  }

  /**
   * @param options `isStored`: the server has this patch already; `isNotified`: listeners of the whole workbook are
   * notified now; `isChunk`: the patch is part of a larger act
   */
  private change(patch: Patch, { isStored = false, isNotified = true, isChunk = false } = {}): void {
    this.edition++
    this.lineEdition++
    const { changed, ended, joined, isRegrouped } = this.index.apply(patch)
    if (!isStored) for (const line of joined) this.joined.add(line)
    for (const firstLine of ended) for (const other of this.judging.end(firstLine)) changed.add(other)
    for (const firstLine of ended) changed.delete(firstLine)
    this.view.follow(patch)
    if (isRegrouped) this.view.followOrders(changed)
    this.onLinesChange(patch)
    // The lines of one order may be all of the sheet, and each chunk of an act would collect them.
    if (changed.size > MAX_ORDERS_INVALIDATED || (isChunk && isRegrouped)) this.views.invalidateAll()
    else {
      for (const { line } of patch.changes) this.views.invalidate(line)
      // A line may show less, or more, because of the line above it.
      if (isRegrouped)
        for (const firstLine of changed)
          for (const line of this.index.find(firstLine)?.lines ?? []) this.views.invalidate(line)
    }
    this.judging.add(changed, isChunk)
    if (isNotified) this.changed()
    else this.judging.flush()
    if (!isStored) this.onPatch(patch, isChunk && this.isActInProgress)
  }

  private changed(): void {
    this.judging.flush()
    this.listeners.notifyAll()
  }
}
