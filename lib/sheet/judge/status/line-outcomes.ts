import type { Draft } from '@/lib/sheet/draft/draft'
import type { LineId } from '@/lib/sheet/schema/line'
import { isAtService, type OrderOutcome, orderIdOf } from './outcomes'

/** The last outcome of every line: that of the order that the line was part of when that order was sent. */
export class LineOutcomes {
  /** Checks that passed before this time (ISO 8601) no longer count. */
  freshSince = ''
  /** Whether all outcomes are loaded: until then an order without an outcome may have one. */
  isComplete = true
  private readonly outcomes = new Map<LineId, OrderOutcome>()
  /** How many lines belong to outcomes with an id. */
  private linesWithId = 0

  constructor(private readonly draft: Draft) {}

  of(line: LineId): OrderOutcome | undefined {
    return this.outcomes.get(line)
  }

  /** Every line that has an outcome, with that outcome. */
  all(): Iterable<readonly [LineId, OrderOutcome]> {
    return this.outcomes
  }

  /** Whether any order was registered under an id. */
  get hasOrderIds(): boolean {
    return this.linesWithId > 0
  }

  /**
   * The id that a line shows: the first line of a registered order shows that of the order. '' for every other line.
   */
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

  /** Whether an outcome is a check that passed too long ago. */
  isExpired({ state, checkedAt }: OrderOutcome): boolean {
    return state === 'passed' && checkedAt !== undefined && checkedAt < this.freshSince
  }

  /** Sets the outcome of all its lines, except of those that have a newer one. */
  add(outcome: OrderOutcome): void {
    for (const line of outcome.lineIds) this.set(line, outcome)
  }

  /** Replaces all outcomes; without `isAll` more outcomes follow. */
  replace(outcomes: readonly OrderOutcome[], isAll: boolean): void {
    this.outcomes.clear()
    this.linesWithId = 0
    for (const outcome of outcomes) this.add(outcome)
    this.isComplete = isAll
  }

  /** The newest outcome of a line counts; an outcome that locks the line outlives every earlier check. */
  private set(line: LineId, outcome: OrderOutcome): void {
    const before = this.outcomes.get(line)
    const isOlder = before !== undefined && changeOf(outcome) < changeOf(before)
    if (before && (isAtService(before) !== isAtService(outcome) ? isAtService(before) && isOlder : isOlder))
      return
    if (before && orderIdOf(before) !== undefined) this.linesWithId--
    if (orderIdOf(outcome) !== undefined) this.linesWithId++
    this.outcomes.set(line, outcome)
  }
}

/** When an outcome changed last (ISO 8601). */
const changeOf = ({ changedAt, checkedAt }: OrderOutcome) => changedAt ?? checkedAt ?? ''
