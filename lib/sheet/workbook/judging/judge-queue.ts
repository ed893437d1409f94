import { type Draft, positionIn } from '@/lib/sheet/draft/draft'
import type { OrdersIndex } from '@/lib/sheet/orders/orders-index'
import type { Line, LineId } from '@/lib/sheet/schema/line'

/** Up to this many orders are judged at once; more are judged in slices, after the browser has painted. */
const MAX_ORDERS_AT_ONCE = 60
/**
 * Lines that are judged while a large act is in progress: those on the screen get their marks. An order of more lines
 * waits, since each part of the act may change it: an act that makes all lines one order would judge it each time.
 */
const LINES_DURING_ACT = 120
/** Length of a slice, in milliseconds: half a frame. */
const SLICE_MS = 8

/**
 * Runs work in a later task. Work `at rest` waits while the sheet is scrolled. Work `after paint` begins after the
 * browser has painted what the operator just did.
 */
export type ScheduleTask = (work: () => void, when?: 'at rest' | 'after paint') => void

/**
 * Shortest and longest time between two notifications of the whole screen while many orders are judged,
 * in milliseconds.
 */
const NOTIFY_INTERVAL_MS = { min: 200, max: 1000 }
/** The interval as a share of the time that judging has taken: the screen is drawn for each notification. */
const NOTIFY_SHARE = 1 / 4

interface Deps {
  readonly draft: Draft
  readonly index: OrdersIndex
  /** Judges one order and notifies the listeners of its lines. */
  readonly judge: (firstLine: LineId) => void
  /** Called at the end of a slice. @param isForAll whether counts and lists are updated as well */
  readonly notify: (isForAll: boolean) => void
  readonly scheduleTask: ScheduleTask
}

/** Which orders are to be judged, and when: those of an act at once, the rest of the sheet in slices. */
export class JudgeQueue {
  private readonly waiting = new Set<LineId>()
  /** Orders whose warnings depend on others: they are judged when these are judged, and once for all of them. */
  private readonly others = new Set<LineId>()
  /** The line from which on the sheet is still to be judged. */
  private sweep: Line | undefined
  private isScheduled = false
  private notifiedAt = 0
  /** When the current judging began; undefined: nothing is being judged. */
  private since: number | undefined
  /** How many lines may still be judged during an act in progress; undefined: there is none. */
  private left: number | undefined

  constructor(private readonly deps: Deps) {}

  /** Whether all orders are judged. */
  get isDone(): boolean {
    return this.waiting.size === 0 && this.others.size === 0 && this.sweep === undefined
  }

  /** Judges every order of the sheet. */
  all(): void {
    this.waiting.clear()
    this.others.clear()
    this.sweep = this.lineAt(0)
    if (this.deps.draft.order.length <= MAX_ORDERS_AT_ONCE) this.slice(Number.POSITIVE_INFINITY)
    else this.begin()
  }

  /** @param isChunk whether the orders are part of a larger act, all of which can wait */
  add(firstLines: ReadonlySet<LineId>, isChunk = false): void {
    // Orders of the operator's last act do not wait behind a paste.
    if (firstLines.size <= MAX_ORDERS_AT_ONCE && !isChunk) {
      for (const firstLine of firstLines) this.judgeNow(firstLine)
      return
    }
    for (const firstLine of firstLines) this.waiting.add(firstLine)
    this.begin()
  }

  /** Judges orders again whose warnings depend on one that was judged: at once, unless more orders are being judged. */
  addOthers(firstLines: ReadonlySet<LineId>): void {
    if (firstLines.size === 0) return
    const isIdle = this.isDone && this.left === undefined
    for (const firstLine of firstLines) this.others.add(firstLine)
    if (isIdle && firstLines.size <= MAX_ORDERS_AT_ONCE) this.judgeOthers(Number.POSITIVE_INFINITY)
    else this.begin()
  }

  /** While a large act is in progress, most of its orders wait for its end, so that the act ends sooner. */
  hold(isActive: boolean): void {
    this.left = isActive ? LINES_DURING_ACT : undefined
    this.since = undefined
    this.begin()
  }

  /** Removes an order that no longer exists. */
  drop(firstLine: LineId): void {
    this.waiting.delete(firstLine)
    this.others.delete(firstLine)
  }

  private begin(when: 'at rest' | 'after paint' = 'after paint'): void {
    const isIdle = this.left === undefined ? this.isDone : this.left === 0 || this.waiting.size === 0
    if (this.isScheduled || isIdle) return
    this.isScheduled = true
    this.deps.scheduleTask(this.step, when)
  }

  private readonly step = (): void => {
    const until = performance.now() + SLICE_MS
    this.since ??= until
    const count = this.slice(until)
    this.isScheduled = false
    const pause = Math.max(
      NOTIFY_INTERVAL_MS.min,
      Math.min((until - this.since) * NOTIFY_SHARE, NOTIFY_INTERVAL_MS.max),
    )
    if (this.isDone) this.since = undefined
    // Lines show their marks at once; counts and lists are updated less often.
    const isForAll = this.isDone || until - this.notifiedAt > pause
    if (isForAll && count > 0) this.notifiedAt = until
    // A slice that only read the numbers of orders changes nothing on the screen.
    if (count > 0 || this.isDone) this.deps.notify(isForAll)
    this.begin('at rest')
  }

  /** @returns how many orders were judged */
  private slice(until: number): number {
    // An order is judged with the knowledge of which numbers are repeated.
    if (!this.deps.index.readNumbers(until)) return 0
    let count = 0
    for (const firstLine of this.waiting) {
      if (this.left !== undefined && !this.spend(firstLine)) return count
      this.judgeNow(firstLine)
      count++
      if (performance.now() > until) return count
    }
    if (this.left !== undefined) return count
    if (!this.sweep) return count + this.judgeOthers(until)
    const from = positionIn(this.deps.draft, this.sweep)
    for (const firstLine of this.deps.index.firstLines(from)) {
      if (performance.now() > until) {
        this.sweep = this.deps.draft.lines.get(firstLine)
        return count
      }
      this.judgeNow(firstLine)
      count++
    }
    this.sweep = undefined
    return count + this.judgeOthers(until)
  }

  /** Takes the lines of an order from those that may be judged during an act. @returns false when too few are left */
  private spend(firstLine: LineId): boolean {
    const { left = 0 } = this
    const count = this.deps.index.find(firstLine)?.lines.length ?? 0
    this.left = Math.max(0, left - count)
    return count <= left
  }

  private judgeOthers(until: number): number {
    let count = 0
    for (const firstLine of this.others) {
      this.judgeNow(firstLine)
      count++
      if (performance.now() > until) break
    }
    return count
  }

  private judgeNow(firstLine: LineId): void {
    this.waiting.delete(firstLine)
    this.others.delete(firstLine)
    this.deps.judge(firstLine)
  }

  private lineAt(position: number): Line | undefined {
    return this.deps.draft.lines.get(this.deps.draft.order[position] ?? '')
  }
}
