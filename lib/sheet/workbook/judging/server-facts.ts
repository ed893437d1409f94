import type { FieldNames } from '@/lib/sheet/judge/locate'
import type { ItemFacts, KnownItems } from '@/lib/sheet/judge/plausibility/item-facts'
import type { Requirement } from '@/lib/sheet/judge/requirements/requirement'
import type { OrderStates } from '@/lib/sheet/judge/status/order-states'
import type { HeldNumbers, NumbersElsewhere } from '@/lib/sheet/judge/status/other-drafts'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'
import type { Duplicate } from '@/lib/sheet/judge/warnings/duplicates'
import type { LineId } from '@/lib/sheet/schema/line'
import type { JudgeQueue } from './judge-queue'

interface Deps {
  readonly states: OrderStates
  readonly queue: JudgeQueue
  /** @param isEdition whether the report changes what is known of orders, and not only how they are judged */
  readonly onChange: (isEdition: boolean) => void
}

/** What the server reported about the orders of a workbook. Each report causes its orders to be judged again. */
export class ServerFacts {
  /** The requirements in use, for comparison. */
  private requirementsKey = JSON.stringify(['', []])

  constructor(private readonly deps: Deps) {}

  /** Numbers that orders of other drafts hold, and those that are to be looked up. */
  get heldNumbers(): HeldNumbers {
    return this.deps.states.heldNumbers
  }

  /** Adds outcomes of some orders from the service or the ledger. */
  addOutcomes(outcomes: readonly OrderOutcome[]): void {
    this.deps.queue.add(this.deps.states.addOutcomes(outcomes))
    this.deps.onChange(true)
  }

  /**
   * Replaces all outcomes, for example when the connection changes.
   * @param isAll false: more outcomes follow, and an order without one stays `awaited` until `completeOutcomes`
   */
  replaceOutcomes(outcomes: readonly OrderOutcome[], isAll: boolean): void {
    this.deps.states.replaceOutcomes(outcomes, isAll)
    this.judgeAll(true)
  }

  /** No more outcomes follow those of `replaceOutcomes`. */
  completeOutcomes(): void {
    if (this.deps.states.completeOutcomes()) this.judgeAll(false)
  }

  /** Sets which of the looked-up numbers are held by orders of other drafts, or cancelled in the shop. */
  setNumbersElsewhere(numbers: readonly string[], found: NumbersElsewhere): void {
    const orders = this.deps.states.setNumbersElsewhere(numbers, found)
    // The count of errors waits until all numbers are looked up.
    if (orders.size === 0 && this.heldNumbers.isComplete) this.deps.onChange(false)
    this.judgeAgain(orders, true)
  }

  /** Forgets which numbers other drafts hold: another connection may lead to another environment. */
  resetHolders(): void {
    const isKnown = this.heldNumbers.size > 0
    this.heldNumbers.reset()
    if (isKnown) this.judgeAll(false)
  }

  /** Sets which orders have the same recipient and items as another one: they get a warning. */
  setDuplicates(found: ReadonlyMap<LineId, Duplicate>): void {
    this.judgeAgain(this.deps.states.setDuplicates(found), false)
  }

  /** @param isSending whether queued orders are being sent; else they wait behind a paused or stopped run */
  setSending(isSending: boolean): void {
    this.judgeAgain(this.deps.states.setSending(isSending), false)
  }

  /** Sets the warehouses of the connection in use, by id; cells that name others get a warning. */
  setWarehouses(ids: ReadonlySet<string>): void {
    if (this.deps.states.setWarehouses(ids)) this.judgeAll(false)
  }

  /** Sets whether the connection in use leads to production: it refuses samples. */
  setProduction(isProduction: boolean): void {
    this.judgeAgain(this.deps.states.setProduction(isProduction), false)
  }

  /**
   * Sets what the connection in use requires beyond its API.
   * @param requirements those that are enabled for this sheet @param connection its name
   */
  setRequirements(requirements: readonly Requirement[], connection: string): void {
    const key = JSON.stringify([connection, requirements])
    if (key === this.requirementsKey) return
    this.requirementsKey = key
    this.deps.states.setRequirements(requirements, connection)
    this.judgeAll(false)
  }

  /** What is known of the items of the orders, and the codes that are to be looked up. */
  get knownItems(): KnownItems {
    return this.deps.states.plausibility.items
  }

  /** Sets what is known of the items that were looked up. @param day the day in Japan (ISO 8601) */
  takeItemFacts(codes: readonly string[], found: Readonly<Record<string, ItemFacts>>, day: string): void {
    const { plausibility } = this.deps.states
    const isNewDay = plausibility.day !== day && plausibility.day !== ''
    plausibility.day = day
    if (plausibility.items.update(codes, found) || isNewDay) this.judgeAll(false)
  }

  /** What the service of the connection in use calls columns. */
  get fieldNames(): FieldNames {
    return this.deps.states.fieldNames
  }

  /** Sets what the service of the connection in use calls columns: its failures are placed by these names. */
  setFieldNames(names: FieldNames): void {
    this.judgeAgain(this.deps.states.setFieldNames(names), false)
  }

  /** Checks that passed before `since` (ISO 8601) no longer count. */
  expire(since: string): void {
    this.judgeAgain(new Set(this.deps.states.expire(since)), false)
  }

  private judgeAgain(orders: ReadonlySet<LineId>, isEdition: boolean): void {
    if (orders.size === 0) return
    this.deps.queue.add(orders)
    this.deps.onChange(isEdition)
  }

  private judgeAll(isEdition: boolean): void {
    this.deps.queue.all()
    this.deps.onChange(isEdition)
  }
}
