import type { LineOrder } from '@/lib/sheet/draft/line-order'
import { columnsMeant, type FieldNames } from '@/lib/sheet/judge/locate'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { failureGroupKey, type ListedFailure } from './order-failures'
import { ScreenOrderedSet } from './screen-ordered-set'

/** Failures with the same message on the same field. The same object as long as there are any. */
export class FailureGroup {
  /** Changes whenever any of its failures may have changed. */
  version = 0
  count = 0
  /** How many orders have failures of the group. */
  private size = 0
  /**
   * The orders of a small group. The orders of a large group are found among all failing orders: when every order fails
   * in thirty ways, thirty large sets would be filled and sorted for the few failures that are shown.
   */
  private members: ScreenOrderedSet | undefined = new ScreenOrderedSet()

  constructor(
    readonly key: string,
    private readonly index: FailureIndex,
  ) {}

  /** Whether an order has failures of the group. */
  has(firstLine: LineId): boolean {
    return this.members ? this.members.has(firstLine) : this.index.isIn(firstLine, this)
  }

  /** The failures of one order. */
  of(firstLine: LineId): readonly ListedFailure[] {
    return this.index.of(firstLine).filter(failure => failureGroupKey(failure) === this.key)
  }

  /** Failures in the order of the screen, at most `max`. */
  list(places: LineOrder, max = Number.POSITIVE_INFINITY): ListedFailure[] {
    if (!this.members && this.size < MAX_GROUP_MEMBERS / 2) {
      this.members = new ScreenOrderedSet()
      for (const firstLine of this.index.firstLines.list(places))
        if (this.index.isIn(firstLine, this)) this.members.add(firstLine)
    }
    const failures: ListedFailure[] = []
    for (const firstLine of this.members?.list(places) ?? this.index.firstLines.list(places)) {
      if (!this.members && !this.index.isIn(firstLine, this)) continue
      failures.push(...this.of(firstLine))
      if (failures.length >= max) return failures.slice(0, max)
    }
    return failures
  }

  enter(firstLine: LineId): void {
    this.size++
    if (this.size > MAX_GROUP_MEMBERS) this.members = undefined
    this.members?.add(firstLine)
  }

  leave(firstLine: LineId): void {
    this.size--
    this.members?.delete(firstLine)
  }
}

/** A group of more orders keeps no set of them. */
const MAX_GROUP_MEMBERS = 1000
/**
 * An edit of one cell judges its order, and the orders with the number before and after. More orders rank groups again.
 */
const MAX_ORDERS_OF_AN_EDIT = 3
const noFailures: readonly ListedFailure[] = []

/** The failures of an order, and the group of each. */
interface Failing {
  readonly failures: readonly ListedFailure[]
  readonly groups: readonly FailureGroup[]
}

/**
 * All failures of the sheet by order and by group, updated with the orders that were judged: the cost of an edit
 * depends on the orders that it touches, not on how many fail.
 */
export class FailureIndex {
  /** Changes whenever any failure may have changed. */
  version = 0
  /** How many failures there are. */
  count = 0
  /** The orders that have failures. */
  readonly firstLines = new ScreenOrderedSet()
  private readonly byLead = new Map<LineId, Failing>()
  private readonly byKey = new Map<string, FailureGroup>()
  private ranked: readonly FailureGroup[] = []
  private readonly isRanked = new WeakSet<FailureGroup>()

  /** The failures of one order, line by line and left to right. */
  of(firstLine: LineId): readonly ListedFailure[] {
    return this.byLead.get(firstLine)?.failures ?? noFailures
  }

  /** Whether an order has failures of a group. */
  isIn(firstLine: LineId, group: FailureGroup): boolean {
    return this.byLead.get(firstLine)?.groups.includes(group) ?? false
  }

  group(key: string): FailureGroup | undefined {
    return this.byKey.get(key)
  }

  /**
   * The groups, the largest first. While single orders change, groups keep their positions, so that the list does not
   * move while it is used; groups are ranked again when many orders change at once.
   */
  get groups(): readonly FailureGroup[] {
    return this.ranked
  }

  /**
   * Updates the failures of some orders.
   * @param failuresOf the failures of an order; none of an order that no longer exists
   */
  update(firstLines: Iterable<LineId>, failuresOf: (firstLine: LineId) => readonly ListedFailure[]): void {
    const touched = new Set<FailureGroup>()
    let judged = 0
    for (const firstLine of firstLines) {
      judged++
      this.leave(firstLine, touched)
      this.enter(firstLine, failuresOf(firstLine), touched)
    }
    if (touched.size === 0) return
    this.version++
    for (const group of touched) group.version++
    this.rank(touched, judged > MAX_ORDERS_OF_AN_EDIT)
  }

  private leave(firstLine: LineId, touched: Set<FailureGroup>): void {
    const before = this.byLead.get(firstLine)
    if (!before) return
    this.byLead.delete(firstLine)
    this.firstLines.delete(firstLine)
    this.count -= before.failures.length
    for (const group of before.groups) group.count--
    for (const group of new Set(before.groups)) {
      group.leave(firstLine)
      touched.add(group)
    }
  }

  private enter(firstLine: LineId, failures: readonly ListedFailure[], touched: Set<FailureGroup>): void {
    if (failures.length === 0) return
    const groups = failures.map(failure => this.groupOf(failure))
    this.byLead.set(firstLine, { failures, groups })
    this.firstLines.add(firstLine)
    this.count += failures.length
    for (const group of groups) group.count++
    for (const group of new Set(groups)) {
      group.enter(firstLine)
      touched.add(group)
    }
  }

  private groupOf(failure: ListedFailure): FailureGroup {
    const key = failureGroupKey(failure)
    const known = this.byKey.get(key)
    if (known) return known
    const group = new FailureGroup(key, this)
    this.byKey.set(key, group)
    return group
  }

  private rank(touched: ReadonlySet<FailureGroup>, isWhole: boolean): void {
    const ended = new Set([...touched].filter(group => group.count === 0))
    for (const group of ended) this.byKey.delete(group.key)
    const fresh = [...touched].filter(group => group.count > 0 && !this.isRanked.has(group))
    if (!isWhole && ended.size + fresh.length === 0) return
    for (const group of fresh) this.isRanked.add(group)
    const groups = [...this.ranked.filter(group => !ended.has(group)), ...fresh]
    this.ranked = isWhole ? groups.sort((a, b) => b.count - a.count) : groups
  }
}

/**
 * How many failures each column has; a failure of "one of these columns" counts in each of them. It counts by groups,
 * not by single failures.
 * @param names what the service calls columns
 */
export function failingColumns(
  { groups }: Pick<FailureIndex, 'groups'>,
  sheet: Sheet,
  names: FieldNames,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { key, count } of groups) {
    const [subject, where = ''] = key.split('\n')
    const ids = subject === 'oneOf' ? columnsMeant(where, sheet, names).map(({ id }) => id) : [where]
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}
