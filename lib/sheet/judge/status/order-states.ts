import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import type { Draft } from '@/lib/sheet/draft/draft'
import { compileFastPath, MarksCache } from '@/lib/sheet/judge/fast-path'
import { dayInJapan } from '@/lib/sheet/judge/japan-day'
import { judgeOrder, placeShared } from '@/lib/sheet/judge/judge-order'
import { type FieldNames, noFieldNames } from '@/lib/sheet/judge/locate'
import { collectMarks, type LineMarks, noMarks, type PlacedMark } from '@/lib/sheet/judge/marks'
import { type Plausibility, PlausibilityJudge } from '@/lib/sheet/judge/plausibility/plausibility'
import type { Requirement } from '@/lib/sheet/judge/requirements/requirement'
import { RequirementJudge } from '@/lib/sheet/judge/requirements/requirement-judge'
import { type Duplicate, isSameDuplicate, placeDuplicate } from '@/lib/sheet/judge/warnings/duplicates'
import { unlistedWarehouses } from '@/lib/sheet/judge/warnings/warehouses'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { isSampleNumber } from '@/lib/sheet/schema/samples/sample-number'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { type OrderStatus, statusOf } from './order-status'
import { HeldNumbers, type Holder, type NumbersElsewhere } from './other-drafts'
import {
  isAtService,
  lateLines,
  type OrderOutcome,
  orderIdOf,
  placeCancellation,
  placeCancelledNumber,
  placeHolder,
  placeOutcome,
} from './outcomes'

/** Status and marks of one order. */
interface OrderState {
  readonly status: OrderStatus
  /** Whether any of the order's cells has a warning. */
  readonly hasWarning: boolean
  readonly marks: ReadonlyMap<LineId, LineMarks>
  /** The last check of an order in which the desk itself finds errors; undefined: an order without. */
  readonly ownErrors?: keyof OwnErrors
}

/** Orders in which the desk itself finds errors, by the result of their last check. */
export interface OwnErrors {
  readonly unchecked: number
  readonly passed: number
  readonly failed: number
}

/** What orders are counted by. */
export type Counted = OrderStatus | 'warning' | 'readyWithWarning'

const plausible: Plausibility = { warnings: [], others: new Set() }

/** The judgement of an order without marks of the contract. */
const unmarked = { marks: [], isFailing: false }

/** State of an order without marks while outcomes are being loaded. */
const awaitedState: OrderState = { status: 'awaited', hasWarning: false, marks: new Map() }

/** Status and marks of the orders of a draft, from the desk's own judgement and the last outcome of the service. */
export class OrderStates {
  /** Checks that passed before this time (ISO 8601) no longer count. */
  private freshSince = ''
  /** Ids of the warehouses of the connection; empty when they are not known. */
  private warehouses: ReadonlySet<string> = new Set()
  /** Whether the connection leads to production, which refuses samples. */
  private isProduction = false
  /** Judges by what the connection requires beyond its API. */
  private requirements: RequirementJudge
  /** What the service of the connection calls columns. */
  private assignedNames: FieldNames = noFieldNames
  /** Whether all outcomes are loaded: until then an order without an outcome may have one. */
  private isComplete = true
  /** Whether queued orders are being sent; else they wait behind a paused run. */
  private isSending = true
  /** Numbers that orders of other drafts hold. */
  readonly heldNumbers = new HeldNumbers()
  /** Judges amounts by what is known of the items and by the other orders. */
  readonly plausibility = new PlausibilityJudge()
  /** Orders with the same recipient and items as another one. */
  private duplicates: ReadonlyMap<LineId, Duplicate> = new Map()
  private readonly outcomes = new Map<LineId, OrderOutcome>()
  /** How many lines belong to outcomes with an id. */
  private linesWithId = 0
  private readonly states = new Map<LineId, OrderState>()
  private readonly counts = new Map<Counted, number>()
  private errors: OwnErrors = { unchecked: 0, passed: 0, failed: 0 }
  private readonly fastPath: ReturnType<typeof compileFastPath>
  private readonly marksCache = new MarksCache()
  /** State of an order without marks and without outcome. */
  private readonly cleanState: OrderState

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
  ) {
    this.fastPath = compileFastPath(sheet)
    this.requirements = new RequirementJudge([], '', sheet)
    this.cleanState = { status: sheet.check ? 'unchecked' : 'ready', hasWarning: false, marks: new Map() }
  }

  /** The last outcome of the order that a line was part of when that order was sent. */
  outcomeOf(line: LineId): OrderOutcome | undefined {
    return this.outcomes.get(line)
  }

  /** Whether any order was registered under an id. */
  get hasOrderIds(): boolean {
    return this.linesWithId > 0
  }

  /** The id that a line shows: the first line of a registered order shows that of the order. '' for every other line. */
  shownOrderId(line: LineId): string {
    const outcome = this.linesWithId > 0 ? this.outcomes.get(line) : undefined
    const id = outcome && orderIdOf(outcome)
    if (id === undefined) return ''
    // Lines that were removed while the order was on its way are gone.
    const isFirst = outcome?.lineIds.find(one => one === line || this.draft.lines.has(one)) === line
    return isFirst ? id : ''
  }

  /** Whether the order of a line is, or may be, at the service. */
  isLocked(line: LineId): boolean {
    return this.outcomes.size > 0 && isAtService(this.outcomes.get(line))
  }

  /** The order of another draft that holds the number of a line's order; undefined for orders that were sent from here. */
  holderOf(line: LineId): Holder | undefined {
    if (this.heldNumbers.size === 0 || this.isLocked(line)) return undefined
    const firstLine = this.index.orderOf(line)?.firstLine
    return firstLine === undefined ? undefined : this.heldNumbers.holderOf(this.index.numberOf(firstLine))
  }

  statusOf(firstLine: LineId): OrderStatus {
    return this.states.get(firstLine)?.status ?? 'awaited'
  }

  marksOf(line: LineId, firstLine: LineId): LineMarks {
    return this.states.get(firstLine)?.marks.get(line) ?? noMarks
  }

  /** Whether an order has any mark. */
  isMarked(firstLine: LineId): boolean {
    return (this.states.get(firstLine)?.marks.size ?? 0) > 0
  }

  isWarned(firstLine: LineId): boolean {
    return this.states.get(firstLine)?.hasWarning ?? false
  }

  /** How many orders have a status, or a warning, or both a warning and the status `ready`. */
  count(status: Counted): number {
    return this.counts.get(status) ?? 0
  }

  /** How many orders the desk itself finds errors in, without those that are at the service or in other drafts. */
  get ownErrors(): OwnErrors {
    return this.errors
  }

  /** Whether all outcomes came, and all numbers were looked up in other drafts. */
  get isFinal(): boolean {
    return this.isComplete && this.heldNumbers.isComplete
  }

  /** Adds outcomes. @returns the orders to judge again */
  addOutcomes(outcomes: readonly OrderOutcome[]): Set<LineId> {
    const firstLines = new Set<LineId>()
    for (const outcome of outcomes) {
      for (const line of outcome.lineIds) {
        this.setOutcome(line, outcome)
        const order = this.index.orderOf(line)
        if (order) firstLines.add(order.firstLine)
      }
    }
    return firstLines
  }

  /** Replaces all outcomes; without `isAll` more outcomes follow. */
  replaceOutcomes(outcomes: readonly OrderOutcome[], isAll: boolean): void {
    this.outcomes.clear()
    this.linesWithId = 0
    for (const outcome of outcomes) for (const line of outcome.lineIds) this.setOutcome(line, outcome)
    this.isComplete = isAll
  }

  /** No more outcomes follow. @returns whether that is new */
  completeOutcomes(): boolean {
    const isNew = !this.isComplete
    this.isComplete = true
    return isNew
  }

  /** Sets which of the looked-up numbers other drafts hold, or the shop cancelled. @returns the orders to judge again */
  setNumbersElsewhere(numbers: readonly string[], found: NumbersElsewhere): Set<LineId> {
    const changed = this.heldNumbers.update(numbers, found)
    return new Set([...changed].flatMap(number => this.index.ordersWith(number)))
  }

  /** Sets which orders have the same recipient and items as another one. @returns the orders to judge again */
  setDuplicates(found: ReadonlyMap<LineId, Duplicate>): Set<LineId> {
    const before = this.duplicates
    this.duplicates = found
    const isChanged = (firstLine: LineId) => !isSameDuplicate(before.get(firstLine), found.get(firstLine))
    const isKnown = (firstLine: LineId) => this.states.has(firstLine)
    return new Set([...before.keys(), ...found.keys()].filter(one => isKnown(one) && isChanged(one)))
  }

  /** Sets whether queued orders are being sent. @returns the orders to judge again */
  setSending(isSending: boolean): Set<LineId> {
    if (this.isSending === isSending) return new Set()
    this.isSending = isSending
    const isQueued = ([firstLine, { status }]: [LineId, OrderState]) =>
      (status === 'busy' || status === 'waiting') && this.outcomes.get(firstLine)?.state === 'queued'
    return new Set([...this.states].filter(isQueued).map(([firstLine]) => firstLine))
  }

  /** Checks that passed before `since` (ISO 8601) no longer count. @returns the orders that this concerns */
  expire(since: string): LineId[] {
    this.freshSince = since
    return [...this.states.keys()].filter(firstLine => {
      const outcome = this.outcomes.get(firstLine)
      const isPassed = this.statusOf(firstLine) === 'ready' || this.statusOf(firstLine) === 'again'
      return isPassed && outcome !== undefined && this.isExpired(outcome)
    })
  }

  /** Sets the warehouses. @returns whether they differ from those before */
  setWarehouses(ids: ReadonlySet<string>): boolean {
    const isSame = ids.size === this.warehouses.size && [...ids].every(id => this.warehouses.has(id))
    this.warehouses = ids
    return !isSame
  }

  /** Sets whether the connection leads to production. @returns the orders to judge again: samples */
  setProduction(isProduction: boolean): Set<LineId> {
    const firstLines = new Set<LineId>()
    if (this.isProduction === isProduction) return firstLines
    this.isProduction = isProduction
    for (const firstLine of this.states.keys()) if (this.isSample(firstLine)) firstLines.add(firstLine)
    return firstLines
  }

  private isSample(firstLine: LineId): boolean {
    return isSampleNumber(this.index.numberOf(firstLine))
  }

  /** Sets what the connection requires beyond its API. @param connection its name. All orders are to be judged again. */
  setRequirements(requirements: readonly Requirement[], connection: string): void {
    this.requirements = new RequirementJudge(requirements, connection, this.sheet)
  }

  /** What the service calls columns. */
  get fieldNames(): FieldNames {
    return this.assignedNames
  }

  /** Sets what the service calls columns. @returns the orders to judge again */
  setFieldNames(names: FieldNames): Set<LineId> {
    const isSame =
      names.size === this.assignedNames.size &&
      [...names].every(([field, id]) => this.assignedNames.get(field) === id)
    this.assignedNames = names
    const firstLines = new Set<LineId>()
    if (isSame) return firstLines
    for (const [line, outcome] of this.outcomes) {
      const order = outcome.failures?.length ? this.index.orderOf(line) : undefined
      if (order) firstLines.add(order.firstLine)
    }
    return firstLines
  }

  /** Judges an order with its current texts. @returns the other orders whose warnings may have changed with it */
  judge(order: Order): ReadonlySet<LineId> {
    const outcome = this.outcomes.get(order.firstLine)
    const isRepeated = this.index.isRepeated(order.firstLine)
    const number = isAtService(outcome) ? '' : this.index.numberOf(order.firstLine)
    const holder = this.heldNumbers.holderOf(number)
    if (holder) {
      this.setMarks(order.firstLine, 'elsewhere', placeHolder(order, holder, outcome, this.draft, this.sheet))
      return this.plausibility.leaveOut(order.firstLine)
    }
    const lines: Line[] = []
    for (const id of order.lines) {
      const line = this.draft.lines.get(id)
      if (line) lines.push(line)
    }
    const unlisted = unlistedWarehouses(lines, this.warehouses)
    const duplicate = this.duplicates.get(order.firstLine)
    // An order that was removed from the queue has an error of its own that says so.
    const isExplained = outcome?.failures?.some(({ isOwn }) => isOwn)
    const cancelled = isExplained ? undefined : this.heldNumbers.cancellationOf(number)
    const { warnings, others } = this.judgeAmounts(order.firstLine, lines, outcome)
    const isRefused = this.isProduction && this.isSample(order.firstLine)
    const isPlain = !outcome && !isRepeated && !duplicate && !cancelled && !isRefused
    const isUnmarked = isPlain && unlisted.length === 0 && warnings.length === 0
    const required = this.requirements.judge(lines)
    const key = isUnmarked ? this.fastPath?.(lines) : undefined
    if (key === '' && required.marks.length === 0) {
      this.setState(order.firstLine, this.isComplete ? this.cleanState : awaitedState)
      return others
    }
    const known = key === undefined ? undefined : key === '' ? unmarked : this.marksCache.get(key, order)
    if (known) {
      const status = this.isComplete ? this.cleanState.status : 'awaited'
      const marks = [...known.marks, ...required.marks]
      if (known.isFailing || required.isFailing) this.setMarks(order.firstLine, 'failing', marks, 'unchecked')
      else this.setMarks(order.firstLine, status, marks)
      return others
    }
    const judgement = judgeOrder(this.draft, order, this.sheet, isRepeated, isRefused)
    if (key !== undefined) this.marksCache.keep(key, order, judgement)
    const isChanged =
      outcome !== undefined &&
      !isAtService(outcome) &&
      (this.isExpired(outcome) || fingerprint(writeJson(judgement.record)) !== outcome.fingerprint)
    const isFailing = judgement.isFailing || required.isFailing
    const late = outcome && isAtService(outcome) ? lateLines(order, outcome) : []
    const hasCheck = this.sheet.check !== undefined
    const statusNow =
      late.length > 0 ? 'failing' : statusOf({ isFailing }, outcome, isChanged, hasCheck, this.isSending)
    const status = this.isComplete || outcome || isFailing ? statusNow : 'awaited'
    const placed: readonly PlacedMark[] = isAtService(outcome)
      ? [...late, ...(outcome?.isCancelledByShop ? [placeCancellation(order, this.sheet.key)] : [])]
      : [
          ...judgement.marks,
          ...required.marks,
          ...unlisted,
          ...warnings.flatMap(warning => placeShared(warning, 'warning')),
          ...(duplicate ? [placeDuplicate(order.firstLine, this.sheet.key, duplicate)] : []),
          ...(cancelled ? [placeCancelledNumber(order, this.sheet.key, cancelled)] : []),
          ...(outcome ? placeOutcome(outcome, this.draft, this.sheet, isChanged, this.assignedNames) : []),
        ]
    const isOwnError = isFailing && !isAtService(outcome)
    this.setMarks(order.firstLine, status, placed, isOwnError ? checkResultOf(outcome) : undefined)
    return others
  }

  private judgeAmounts(
    firstLine: LineId,
    lines: readonly Line[],
    outcome: OrderOutcome | undefined,
  ): Plausibility {
    if (this.sheet.recordType !== 'order' || lines.length === 0) return plausible
    const sentAt = outcome && isAtService(outcome) ? outcome.changedAt : undefined
    return this.plausibility.judge(firstLine, lines, sentAt && dayInJapan(sentAt))
  }

  private setMarks(
    firstLine: LineId,
    status: OrderStatus,
    placed: readonly PlacedMark[],
    ownErrors?: keyof OwnErrors,
  ): void {
    const hasWarning = placed.some(({ mark }) => mark.severity === 'warning')
    const state = { status, hasWarning, marks: collectMarks(placed) }
    this.setState(firstLine, ownErrors === undefined ? state : { ...state, ownErrors })
  }

  private setState(firstLine: LineId, state: OrderState): void {
    if (this.states.get(firstLine) === state) return
    this.forget(firstLine)
    this.states.set(firstLine, state)
    this.add(state, 1)
  }

  /** Leaves an order that no longer exists out of what orders are judged by. @returns the orders to judge again */
  leaveOut(firstLine: LineId): ReadonlySet<LineId> {
    return this.plausibility.leaveOut(firstLine)
  }

  /** Drops the state of an order that no longer exists. @returns whether it had one */
  forget(firstLine: LineId): boolean {
    const state = this.states.get(firstLine)
    if (!state) return false
    this.states.delete(firstLine)
    this.add(state, -1)
    return true
  }

  private add({ status, hasWarning, ownErrors }: OrderState, orders: 1 | -1): void {
    const count = (counted: Counted) => this.counts.set(counted, this.count(counted) + orders)
    count(status)
    if (hasWarning) count('warning')
    if (hasWarning && status === 'ready') count('readyWithWarning')
    if (ownErrors !== undefined)
      this.errors = { ...this.errors, [ownErrors]: this.errors[ownErrors] + orders }
  }

  /** The newest outcome of a line counts; an outcome that locks the line outlives every earlier check. */
  private setOutcome(line: LineId, outcome: OrderOutcome): void {
    const before = this.outcomes.get(line)
    const isOlder = before !== undefined && changeOf(outcome) < changeOf(before)
    if (before && (isAtService(before) !== isAtService(outcome) ? isAtService(before) && isOlder : isOlder))
      return
    if (before && orderIdOf(before) !== undefined) this.linesWithId--
    if (orderIdOf(outcome) !== undefined) this.linesWithId++
    this.outcomes.set(line, outcome)
  }

  private isExpired({ state, checkedAt }: OrderOutcome): boolean {
    return state === 'passed' && checkedAt !== undefined && checkedAt < this.freshSince
  }
}

const changeOf = ({ changedAt, checkedAt }: OrderOutcome) => changedAt ?? checkedAt ?? ''

/** The result of the last check of an order that is not at the service. */
function checkResultOf(outcome: OrderOutcome | undefined): keyof OwnErrors {
  if (!outcome) return 'unchecked'
  return outcome.state === 'passed' ? 'passed' : 'failed'
}
