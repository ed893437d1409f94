import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import type { Draft } from '@/lib/sheet/draft/draft'
import { compileFastPath, MarksCache } from '@/lib/sheet/judge/fast-path'
import { dayInJapan } from '@/lib/sheet/judge/japan-day'
import { type Judgement, judgeOrder, placeShared } from '@/lib/sheet/judge/judge-order'
import { type FieldNames, noFieldNames } from '@/lib/sheet/judge/locate'
import { collectMarks, type PlacedMark } from '@/lib/sheet/judge/marks'
import { type Plausibility, PlausibilityJudge } from '@/lib/sheet/judge/plausibility/plausibility'
import { RequirementJudge } from '@/lib/sheet/judge/requirements/requirement-judge'
import { type Duplicate, placeDuplicate } from '@/lib/sheet/judge/warnings/duplicates'
import { unlistedWarehouses } from '@/lib/sheet/judge/warnings/warehouses'
import type { Order } from '@/lib/sheet/orders/grouping'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { isSampleNumber } from '@/lib/sheet/schema/samples/sample-number'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { LineOutcomes } from './line-outcomes'
import { type OrderStatus, statusOf } from './order-status'
import { type CancelledNumber, HeldNumbers } from './other-drafts'
import {
  lateLines,
  placeCancellation,
  placeCancelledNumber,
  placeHolder,
  placeOutcome,
} from './outcome-marks'
import { isAtService, type OrderOutcome } from './outcomes'
import type { OwnErrors, StatusAndMarks } from './state-table'

/** What is known of an order besides the marks of its texts. */
interface KnownOfOrder {
  readonly order: Order
  /** The lines of the order that are in the draft. */
  readonly lines: readonly Line[]
  readonly outcome: OrderOutcome | undefined
  /** Whether another order of the draft has the same number. */
  readonly isRepeated: boolean
  /** Whether it is a sample, and the connection leads to production. */
  readonly isSampleInProduction: boolean
  readonly duplicate: Duplicate | undefined
  /** The file in which the shop cancelled the number. */
  readonly cancelled: CancelledNumber | undefined
  /** Warnings on warehouses that the connection does not have. */
  readonly unlisted: readonly PlacedMark[]
  /** Warnings on amounts. */
  readonly warnings: Plausibility['warnings']
}

const plausible: Plausibility = { warnings: [], others: new Set() }

/** The judgement of an order without marks of the contract. */
const unmarked = { marks: [], isFailing: false }

/** State of an order without marks while outcomes are being loaded. */
const awaitedState: StatusAndMarks = { status: 'awaited', hasWarning: false, marks: new Map() }

/**
 * Decides the state of an order: by its texts, its outcome, and what the desk knows of the connection and
 * of other orders.
 */
export class StateJudge {
  /** Ids of the warehouses of the connection; empty when they are not known. */
  warehouses: ReadonlySet<string> = new Set()
  /** Whether the connection leads to production, which refuses samples. */
  isProduction = false
  /** Judges by what the connection requires beyond its API. */
  requirements: RequirementJudge
  /** What the service of the connection calls columns. */
  fieldNames: FieldNames = noFieldNames
  /** Whether queued orders are being sent; else they wait behind a paused run. */
  isSending = true
  /** Orders with the same recipient and items as another one. */
  duplicates: ReadonlyMap<LineId, Duplicate> = new Map()
  /** Numbers that orders of other drafts hold. */
  readonly heldNumbers = new HeldNumbers()
  /** Judges amounts by what is known of the items and by the other orders. */
  readonly plausibility = new PlausibilityJudge()
  private readonly fastPath: ReturnType<typeof compileFastPath>
  private readonly marksCache = new MarksCache()
  /** State of an order without marks and without outcome. */
  private readonly cleanState: StatusAndMarks

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
    private readonly outcomes: LineOutcomes,
  ) {
    this.fastPath = compileFastPath(sheet)
    this.requirements = new RequirementJudge([], '', sheet)
    this.cleanState = { status: sheet.check ? 'unchecked' : 'ready', hasWarning: false, marks: new Map() }
  }

  /**
   * Judges an order with its current texts.
   * @returns its state, and the orders whose warnings may have changed with it
   */
  judge(order: Order): { readonly state: StatusAndMarks; readonly others: ReadonlySet<LineId> } {
    const { firstLine } = order
    const outcome = this.outcomes.of(firstLine)
    const number = isAtService(outcome) ? '' : this.index.numberOf(firstLine)
    const holder = this.heldNumbers.holderOf(number)
    if (holder) {
      const marks = placeHolder(order, holder, outcome, this.draft, this.sheet)
      return { state: withMarks('elsewhere', marks), others: this.plausibility.leaveOut(firstLine) }
    }
    const lines: Line[] = []
    for (const id of order.lines) {
      const line = this.draft.lines.get(id)
      if (line) lines.push(line)
    }
    // An order that was removed from the queue has an error of its own that says so.
    const isExplained = outcome?.failures?.some(({ isOwn }) => isOwn)
    const { warnings, others } = this.judgeAmounts(firstLine, lines, outcome)
    const state = this.judgeTexts({
      order,
      lines,
      outcome,
      isRepeated: this.index.isRepeated(firstLine),
      isSampleInProduction: this.isProduction && isSampleNumber(this.index.numberOf(firstLine)),
      duplicate: this.duplicates.get(firstLine),
      cancelled: isExplained ? undefined : this.heldNumbers.cancellationOf(number),
      unlisted: unlistedWarehouses(lines, this.warehouses),
      warnings,
    })
    return { state, others }
  }

  /** Judges the texts of an order by the contract and the requirements. */
  private judgeTexts(known: KnownOfOrder): StatusAndMarks {
    const { order, lines, outcome } = known
    const required = this.requirements.judge(lines)
    const key = isPlain(known) ? this.fastPath?.(lines) : undefined
    if (key === '' && required.marks.length === 0)
      return this.outcomes.isComplete ? this.cleanState : awaitedState
    const cached = key === undefined ? undefined : key === '' ? unmarked : this.marksCache.get(key, order)
    if (cached) {
      const status = this.outcomes.isComplete ? this.cleanState.status : 'awaited'
      const marks = [...cached.marks, ...required.marks]
      const isFailing = cached.isFailing || required.isFailing
      return isFailing ? withMarks('failing', marks, 'unchecked') : withMarks(status, marks)
    }
    const judgement = judgeOrder(this.draft, order, this.sheet, known.isRepeated, known.isSampleInProduction)
    if (key !== undefined) this.marksCache.keep(key, order, judgement)
    const isFailing = judgement.isFailing || required.isFailing
    const marks = [...judgement.marks, ...required.marks]
    return outcome && isAtService(outcome)
      ? this.sentState(order, outcome, isFailing)
      : this.unsentState(known, { ...judgement, marks, isFailing })
  }

  /** The state of an order that is, or may be, at the service: the marks of the desk no longer matter. */
  private sentState(order: Order, outcome: OrderOutcome, isFailing: boolean): StatusAndMarks {
    const late = lateLines(order, outcome)
    const hasCheck = this.sheet.check !== undefined
    const status =
      late.length > 0 ? 'failing' : statusOf({ isFailing }, outcome, false, hasCheck, this.isSending)
    const cancellation = outcome.isCancelledByShop ? [placeCancellation(order, this.sheet.key)] : []
    return withMarks(status, [...late, ...cancellation])
  }

  private unsentState(known: KnownOfOrder, { record, marks, isFailing }: Judgement): StatusAndMarks {
    const { order, outcome, duplicate, cancelled } = known
    const isChanged =
      outcome !== undefined &&
      (this.outcomes.isExpired(outcome) || fingerprint(writeJson(record)) !== outcome.fingerprint)
    const hasCheck = this.sheet.check !== undefined
    const isAwaited = !this.outcomes.isComplete && !outcome && !isFailing
    const status = isAwaited
      ? 'awaited'
      : statusOf({ isFailing }, outcome, isChanged, hasCheck, this.isSending)
    const placed: readonly PlacedMark[] = [
      ...marks,
      ...known.unlisted,
      ...known.warnings.flatMap(warning => placeShared(warning, 'warning')),
      ...(duplicate ? [placeDuplicate(order.firstLine, this.sheet.key, duplicate)] : []),
      ...(cancelled ? [placeCancelledNumber(order, this.sheet.key, cancelled)] : []),
      ...(outcome ? placeOutcome(outcome, this.draft, this.sheet, isChanged, this.fieldNames) : []),
    ]
    return withMarks(status, placed, isFailing ? checkResultOf(outcome) : undefined)
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
}

/** @param ownErrors for an order in which the desk finds errors: the result of its last check */
function withMarks(
  status: OrderStatus,
  placed: readonly PlacedMark[],
  ownErrors?: keyof OwnErrors,
): StatusAndMarks {
  const hasWarning = placed.some(({ mark }) => mark.severity === 'warning')
  const state = { status, hasWarning, marks: collectMarks(placed) }
  return ownErrors === undefined ? state : { ...state, ownErrors }
}

/** Whether nothing but the texts of an order decides its state. */
const isPlain = ({
  outcome,
  isRepeated,
  isSampleInProduction,
  duplicate,
  cancelled,
  unlisted,
  warnings,
}: KnownOfOrder) =>
  !outcome &&
  !isRepeated &&
  !isSampleInProduction &&
  !duplicate &&
  !cancelled &&
  unlisted.length === 0 &&
  warnings.length === 0

/** The result of the last check of an order that is not at the service. */
function checkResultOf(outcome: OrderOutcome | undefined): keyof OwnErrors {
  if (!outcome) return 'unchecked'
  return outcome.state === 'passed' ? 'passed' : 'failed'
}
