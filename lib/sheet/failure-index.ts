import type { LineId } from './draft'
import { groupKey, type ListedFailure } from './order-failures'
import { OrderedLeads } from './ordered-leads'
import type { Places } from './places'

/** Failures that say the same of the same field. The same object as long as there are any. */
export class FailureGroup {
  /** Changes whenever anything about its failures may have changed. */
  version = 0
  count = 0
  /** The orders that have such failures. */
  readonly leads = new OrderedLeads()

  constructor(
    readonly key: string,
    private readonly index: FailureIndex,
  ) {}

  /** Its failures of one order. */
  of(lead: LineId): readonly ListedFailure[] {
    return this.index.of(lead).filter(failure => groupKey(failure) === this.key)
  }

  /** Its failures in the order of the screen, at most so many. */
  list(places: Places, most = Number.POSITIVE_INFINITY): ListedFailure[] {
    const failures: ListedFailure[] = []
    for (const lead of this.leads.list(places)) {
      failures.push(...this.of(lead))
      if (failures.length >= most) return failures.slice(0, most)
    }
    return failures
  }
}

/** An edit of one cell judges its order, and those that bore or bear the same number. */
const FEW = 3
const none: readonly ListedFailure[] = []

/**
 * Every failure of the sheet, by order and by group, kept true from the orders that were judged: what an edit costs
 * depends on the orders it touches, not on how many fail.
 */
export class FailureIndex {
  /** Changes whenever any failure may have changed. */
  version = 0
  /** How many failures there are. */
  count = 0
  /** The orders that have failures. */
  readonly leads = new OrderedLeads()
  private readonly byLead = new Map<LineId, readonly ListedFailure[]>()
  private readonly byKey = new Map<string, FailureGroup>()
  private ranked: readonly FailureGroup[] = []
  private readonly isRanked = new WeakSet<FailureGroup>()

  /** The failures of one order, line by line and left to right. */
  of(lead: LineId): readonly ListedFailure[] {
    return this.byLead.get(lead) ?? none
  }

  group(key: string): FailureGroup | undefined {
    return this.byKey.get(key)
  }

  /**
   * The groups, the largest first. While single orders change, groups keep their places, so that the list does not
   * change under the operator's hand; they are ranked anew when many change at once.
   */
  get groups(): readonly FailureGroup[] {
    return this.ranked
  }

  /**
   * Takes in what is now said of some orders.
   * @param failuresOf the failures of an order; none of one that is no more
   */
  update(leads: Iterable<LineId>, failuresOf: (lead: LineId) => readonly ListedFailure[]): void {
    const touched = new Set<FailureGroup>()
    let judged = 0
    for (const lead of leads) {
      judged++
      this.leave(lead, touched)
      this.enter(lead, failuresOf(lead), touched)
    }
    if (touched.size === 0) return
    this.version++
    for (const group of touched) group.version++
    this.rank(touched, judged > FEW)
  }

  private leave(lead: LineId, touched: Set<FailureGroup>): void {
    const before = this.byLead.get(lead)
    if (!before) return
    this.byLead.delete(lead)
    this.leads.delete(lead)
    this.count -= before.length
    for (const failure of before) {
      const group = this.byKey.get(groupKey(failure))
      if (!group) continue
      group.count--
      group.leads.delete(lead)
      touched.add(group)
    }
  }

  private enter(lead: LineId, now: readonly ListedFailure[], touched: Set<FailureGroup>): void {
    if (now.length === 0) return
    this.byLead.set(lead, now)
    this.leads.add(lead)
    this.count += now.length
    for (const failure of now) {
      const key = groupKey(failure)
      const group = this.byKey.get(key) ?? new FailureGroup(key, this)
      this.byKey.set(key, group)
      group.count++
      group.leads.add(lead)
      touched.add(group)
    }
  }

  private rank(touched: ReadonlySet<FailureGroup>, anew: boolean): void {
    const ended = new Set([...touched].filter(group => group.count === 0))
    for (const group of ended) this.byKey.delete(group.key)
    const fresh = [...touched].filter(group => group.count > 0 && !this.isRanked.has(group))
    if (!anew && ended.size + fresh.length === 0) return
    for (const group of fresh) this.isRanked.add(group)
    const groups = [...this.ranked.filter(group => !ended.has(group)), ...fresh]
    this.ranked = anew ? groups.sort((a, b) => b.count - a.count) : groups
  }
}
