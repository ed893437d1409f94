import type { LineId } from './draft'
import { groupKey, type ListedFailure } from './order-failures'
import { OrderedLeads } from './ordered-leads'
import type { Places } from './places'

/** Failures that say the same of the same field. The same object as long as there are any. */
export class FailureGroup {
  /** Changes whenever anything about its failures may have changed. */
  version = 0
  count = 0
  /** How many orders have such failures. */
  private size = 0
  /**
   * These orders, while they are few. Those of a large group are found among all that fail: where every order fails in
   * thirty ways, thirty sets of them would be filled, grow and be put in order for the same few that are shown.
   */
  private few: OrderedLeads | undefined = new OrderedLeads()

  constructor(
    readonly key: string,
    private readonly index: FailureIndex,
  ) {}

  /** Whether an order has such failures. */
  has(lead: LineId): boolean {
    return this.few ? this.few.has(lead) : this.index.isIn(lead, this)
  }

  /** Its failures of one order. */
  of(lead: LineId): readonly ListedFailure[] {
    return this.index.of(lead).filter(failure => groupKey(failure) === this.key)
  }

  /** Its failures in the order of the screen, at most so many. */
  list(places: Places, most = Number.POSITIVE_INFINITY): ListedFailure[] {
    if (!this.few && this.size < LARGE / 2) {
      this.few = new OrderedLeads()
      for (const lead of this.index.leads.list(places)) if (this.index.isIn(lead, this)) this.few.add(lead)
    }
    const failures: ListedFailure[] = []
    for (const lead of this.few?.list(places) ?? this.index.leads.list(places)) {
      if (!this.few && !this.index.isIn(lead, this)) continue
      failures.push(...this.of(lead))
      if (failures.length >= most) return failures.slice(0, most)
    }
    return failures
  }

  enter(lead: LineId): void {
    this.size++
    if (this.size > LARGE) this.few = undefined
    this.few?.add(lead)
  }

  leave(lead: LineId): void {
    this.size--
    this.few?.delete(lead)
  }
}

/** A group of more orders does not know them itself. */
const LARGE = 1000
/** An edit of one cell judges its order, and those that bore or bear the same number. */
const FEW = 3
const none: readonly ListedFailure[] = []

/** The failures of an order, and the group of each. */
interface Failing {
  readonly failures: readonly ListedFailure[]
  readonly groups: readonly FailureGroup[]
}

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
  private readonly byLead = new Map<LineId, Failing>()
  private readonly byKey = new Map<string, FailureGroup>()
  private ranked: readonly FailureGroup[] = []
  private readonly isRanked = new WeakSet<FailureGroup>()

  /** The failures of one order, line by line and left to right. */
  of(lead: LineId): readonly ListedFailure[] {
    return this.byLead.get(lead)?.failures ?? none
  }

  /** Whether an order has failures of a group. */
  isIn(lead: LineId, group: FailureGroup): boolean {
    return this.byLead.get(lead)?.groups.includes(group) ?? false
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
    this.count -= before.failures.length
    for (const group of before.groups) group.count--
    for (const group of new Set(before.groups)) {
      group.leave(lead)
      touched.add(group)
    }
  }

  private enter(lead: LineId, failures: readonly ListedFailure[], touched: Set<FailureGroup>): void {
    if (failures.length === 0) return
    const groups = failures.map(failure => this.groupOf(failure))
    this.byLead.set(lead, { failures, groups })
    this.leads.add(lead)
    this.count += failures.length
    for (const group of groups) group.count++
    for (const group of new Set(groups)) {
      group.enter(lead)
      touched.add(group)
    }
  }

  private groupOf(failure: ListedFailure): FailureGroup {
    const key = groupKey(failure)
    const known = this.byKey.get(key)
    if (known) return known
    const group = new FailureGroup(key, this)
    this.byKey.set(key, group)
    return group
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
