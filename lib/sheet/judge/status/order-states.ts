import type { Draft } from '@/lib/sheet/draft/draft'
import type { FieldNames } from '@/lib/sheet/judge/locate'
import { type LineMarks, noMarks } from '@/lib/sheet/judge/marks'
import type { PlausibilityJudge } from '@/lib/sheet/judge/plausibility/plausibility'
import type { Requirement } from '@/lib/sheet/judge/requirements/requirement'
import { RequirementJudge } from '@/lib/sheet/judge/requirements/requirement-judge'
import { type Duplicate, isSameDuplicate } from '@/lib/sheet/judge/warnings/duplicates'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { LineId } from '@/lib/sheet/schema/line'
import { isSampleNumber } from '@/lib/sheet/schema/samples/sample-number'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { LineOutcomes } from './line-outcomes'
import type { OrderStatus } from './order-status'
import type { HeldNumbers, Holder, NumbersElsewhere } from './other-drafts'
import type { OrderOutcome } from './outcomes'
import { StateJudge } from './state-judge'
import { type Counted, type OwnErrors, StateTable } from './state-table'

/**
 * Status and marks of the orders of a draft, from the desk's own judgement and the last outcome of the service. A
 * setter changes what orders are judged by; it leaves it to the caller to judge the orders again that it returns.
 */
export class OrderStates {
  private readonly outcomes: LineOutcomes
  private readonly states = new StateTable()
  private readonly stateJudge: StateJudge

  constructor(
    draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
  ) {
    this.outcomes = new LineOutcomes(draft)
    this.stateJudge = new StateJudge(draft, index, sheet, this.outcomes)
  }

  /** Numbers that orders of other drafts hold. */
  get heldNumbers(): HeldNumbers {
    return this.stateJudge.heldNumbers
  }

  /** Judges amounts by what is known of the items and by the other orders. */
  get plausibility(): PlausibilityJudge {
    return this.stateJudge.plausibility
  }

  /** The last outcome of the order that a line was part of when that order was sent. */
  outcomeOf(line: LineId): OrderOutcome | undefined {
    return this.outcomes.of(line)
  }

  /** Whether any order was registered under an id. */
  get hasOrderIds(): boolean {
    return this.outcomes.hasOrderIds
  }

  /**
   * The id that a line shows: the first line of a registered order shows that of the order. '' for every other line.
   */
  shownOrderId(line: LineId): string {
    return this.outcomes.shownOrderId(line)
  }

  /** Whether the order of a line is, or may be, at the service. */
  isLocked(line: LineId): boolean {
    return this.outcomes.isLocked(line)
  }

  /**
   * The order of another draft that holds the number of a line's order; undefined for orders that were sent from here.
   */
  holderOf(line: LineId): Holder | undefined {
    if (this.heldNumbers.size === 0 || this.isLocked(line)) return undefined
    const firstLine = this.index.firstLineOf(line)
    return firstLine === undefined ? undefined : this.heldNumbers.holderOf(this.index.numberOf(firstLine))
  }

  statusOf(firstLine: LineId): OrderStatus {
    return this.states.of(firstLine)?.status ?? 'awaited'
  }

  marksOf(line: LineId, firstLine: LineId): LineMarks {
    return this.states.of(firstLine)?.marks.get(line) ?? noMarks
  }

  /** Whether an order has any mark. */
  isMarked(firstLine: LineId): boolean {
    return (this.states.of(firstLine)?.marks.size ?? 0) > 0
  }

  isWarned(firstLine: LineId): boolean {
    return this.states.of(firstLine)?.hasWarning ?? false
  }

  /** How many orders have a status, or a warning, or both a warning and the status `ready`. */
  count(status: Counted): number {
    return this.states.count(status)
  }

  /** How many orders the desk itself finds errors in, without those that are at the service or in other drafts. */
  get ownErrors(): OwnErrors {
    return this.states.ownErrors
  }

  /** Whether all outcomes are loaded, and all numbers were looked up in other drafts. */
  get isFinal(): boolean {
    return this.outcomes.isComplete && this.heldNumbers.isComplete
  }

  /** Adds outcomes. @returns the orders to judge again */
  addOutcomes(outcomes: readonly OrderOutcome[]): Set<LineId> {
    const firstLines = new Set<LineId>()
    for (const outcome of outcomes) {
      this.outcomes.add(outcome)
      for (const line of outcome.lineIds) {
        const firstLine = this.index.firstLineOf(line)
        if (firstLine !== undefined) firstLines.add(firstLine)
      }
    }
    return firstLines
  }

  /** Replaces all outcomes; without `isAll` more outcomes follow. */
  replaceOutcomes(outcomes: readonly OrderOutcome[], isAll: boolean): void {
    this.outcomes.replace(outcomes, isAll)
  }

  /** No more outcomes follow. @returns whether that is new */
  completeOutcomes(): boolean {
    const isNew = !this.outcomes.isComplete
    this.outcomes.isComplete = true
    return isNew
  }

  /**
   * Sets which of the looked-up numbers other drafts hold, or the shop cancelled.
   * @returns the orders to judge again
   */
  setNumbersElsewhere(numbers: readonly string[], found: NumbersElsewhere): Set<LineId> {
    const changed = this.heldNumbers.update(numbers, found)
    return new Set([...changed].flatMap(number => this.index.ordersWith(number)))
  }

  /** Sets which orders have the same recipient and items as another one. @returns the orders to judge again */
  setDuplicates(found: ReadonlyMap<LineId, Duplicate>): Set<LineId> {
    const before = this.stateJudge.duplicates
    this.stateJudge.duplicates = found
    const isChanged = (firstLine: LineId) => !isSameDuplicate(before.get(firstLine), found.get(firstLine))
    const isKnown = (firstLine: LineId) => this.states.of(firstLine) !== undefined
    return new Set([...before.keys(), ...found.keys()].filter(one => isKnown(one) && isChanged(one)))
  }

  /** Sets whether queued orders are being sent. @returns the orders to judge again */
  setSending(isSending: boolean): Set<LineId> {
    if (this.stateJudge.isSending === isSending) return new Set()
    this.stateJudge.isSending = isSending
    const isQueued = (firstLine: LineId) => {
      const status = this.statusOf(firstLine)
      return (status === 'busy' || status === 'waiting') && this.outcomes.of(firstLine)?.state === 'queued'
    }
    return new Set([...this.states.firstLines()].filter(isQueued))
  }

  /** Checks that passed before `since` (ISO 8601) no longer count. @returns the orders that this concerns */
  expire(since: string): LineId[] {
    this.outcomes.freshSince = since
    return [...this.states.firstLines()].filter(firstLine => {
      const outcome = this.outcomes.of(firstLine)
      const isPassed = this.statusOf(firstLine) === 'ready' || this.statusOf(firstLine) === 'again'
      return isPassed && outcome !== undefined && this.outcomes.isExpired(outcome)
    })
  }

  /** Sets the warehouses. @returns whether they differ from those before */
  setWarehouses(ids: ReadonlySet<string>): boolean {
    const before = this.stateJudge.warehouses
    const isSame = ids.size === before.size && [...ids].every(id => before.has(id))
    this.stateJudge.warehouses = ids
    return !isSame
  }

  /** Sets whether the connection leads to production. @returns the orders to judge again: samples */
  setProduction(isProduction: boolean): Set<LineId> {
    const firstLines = new Set<LineId>()
    if (this.stateJudge.isProduction === isProduction) return firstLines
    this.stateJudge.isProduction = isProduction
    for (const firstLine of this.states.firstLines())
      if (isSampleNumber(this.index.numberOf(firstLine))) firstLines.add(firstLine)
    return firstLines
  }

  /** Sets what the connection requires beyond its API: all orders are to be judged again. @param connection its name */
  setRequirements(requirements: readonly Requirement[], connection: string): void {
    this.stateJudge.requirements = new RequirementJudge(requirements, connection, this.sheet)
  }

  /** What the service calls columns. */
  get fieldNames(): FieldNames {
    return this.stateJudge.fieldNames
  }

  /** Sets what the service calls columns. @returns the orders to judge again */
  setFieldNames(names: FieldNames): Set<LineId> {
    const before = this.stateJudge.fieldNames
    const isSame = names.size === before.size && [...names].every(([field, id]) => before.get(field) === id)
    this.stateJudge.fieldNames = names
    const firstLines = new Set<LineId>()
    if (isSame) return firstLines
    for (const [line, outcome] of this.outcomes.all()) {
      const firstLine = outcome.failures?.length ? this.index.firstLineOf(line) : undefined
      if (firstLine !== undefined) firstLines.add(firstLine)
    }
    return firstLines
  }

  /** Judges an order with its current texts. @returns the other orders whose warnings may have changed with it */
  judge(order: Order): ReadonlySet<LineId> {
    const { state, others } = this.stateJudge.judge(order)
    this.states.set(order.firstLine, state)
    return others
  }

  /** Leaves an order that no longer exists out of what orders are judged by. @returns the orders to judge again */
  leaveOut(firstLine: LineId): ReadonlySet<LineId> {
    return this.plausibility.leaveOut(firstLine)
  }

  /** Drops the state of an order that no longer exists. @returns whether it had one */
  forget(firstLine: LineId): boolean {
    return this.states.delete(firstLine)
  }
}
