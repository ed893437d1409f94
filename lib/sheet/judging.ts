import { type Draft, type Line, type LineId, positionIn } from './draft'
import type { OrdersIndex } from './orders-index'

/** Up to this many orders are judged at once; more are judged in slices, after the paint. */
const AT_ONCE = 60
/** While a large change comes, so many orders are judged: what is on the screen has its marks. */
const FIRST = 60
/** Length of a slice, in milliseconds: half a frame. */
const SLICE = 8
/**
 * Runs a piece of work after what is done now. Nobody waits for what runs `at rest`: not while the sheet is scrolled;
 * what runs `after paint` is the first of much such work, and what was just done is to be seen before it.
 */
export type Defer = (work: () => void, when?: 'at rest' | 'after paint') => void

/** While a large change is judged, the whole screen hears of it this often, in milliseconds; more seldom if it is long. */
const TELL_EVERY = { first: 200, later: 1000 }
/** It is drawn anew for that: so much of the time that has gone by passes between two of them. */
const SHARE = 1 / 4

interface Desk {
  readonly draft: Draft
  readonly index: OrdersIndex
  /** Judges one order and tells its lines. */
  readonly judge: (lead: LineId) => void
  /** A slice is over. @param isTimely whether whoever shows counts and lists is to hear of it, too */
  readonly tell: (isTimely: boolean) => void
  readonly defer: Defer
}

/** What is to be judged, and when: what the operator does now at once, the rest of the sheet in slices. */
export class Judging {
  private readonly waiting = new Set<LineId>()
  /** The line down from which the sheet has not been gone through yet. */
  private sweep: Line | undefined
  private isUnderWay = false
  private toldAt = 0
  /** When what is judged now was begun; undefined: nothing is. */
  private since: number | undefined
  /** How many orders may be judged while a large change comes; undefined: none does. */
  private left: number | undefined

  constructor(private readonly desk: Desk) {}

  /** Whether nothing is left to be judged. */
  get isDone(): boolean {
    return this.waiting.size === 0 && this.sweep === undefined
  }

  /** Judges every order of the sheet. */
  all(): void {
    this.waiting.clear()
    this.sweep = this.lineAt(0)
    if (this.desk.draft.order.length <= AT_ONCE) this.slice(Number.POSITIVE_INFINITY)
    else this.begin()
  }

  /** @param isPiece whether they are part of something larger, of which the whole can wait */
  add(leads: ReadonlySet<LineId>, isPiece = false): void {
    // However much still waits: what the operator does now is not queued behind a paste.
    if (leads.size <= AT_ONCE && !isPiece) {
      for (const lead of leads) this.take(lead)
      return
    }
    for (const lead of leads) this.waiting.add(lead)
    this.begin()
  }

  /** A large change comes in pieces, or has come: most of it is judged after that, so that it comes sooner. */
  hold(isComing: boolean): void {
    this.left = isComing ? FIRST : undefined
    this.since = undefined
    this.begin()
  }

  /** An order that is no more need not be judged. */
  drop(lead: LineId): void {
    this.waiting.delete(lead)
  }

  private begin(when: 'at rest' | 'after paint' = 'after paint'): void {
    const isIdle = this.left === undefined ? this.isDone : this.left === 0 || this.waiting.size === 0
    if (this.isUnderWay || isIdle) return
    this.isUnderWay = true
    this.desk.defer(this.step, when)
  }

  private readonly step = (): void => {
    const until = performance.now() + SLICE
    this.since ??= until
    const took = this.slice(until)
    this.isUnderWay = false
    const pause = Math.max(TELL_EVERY.first, Math.min((until - this.since) * SHARE, TELL_EVERY.later))
    if (this.isDone) this.since = undefined
    // Lines show their marks at once; counts and lists need not keep up with every slice.
    const isTimely = this.isDone || until - this.toldAt > pause
    if (isTimely && took > 0) this.toldAt = until
    // Whoever shows lines draws them anew for this: not for a slice in which orders only said their numbers.
    if (took > 0 || this.isDone) this.desk.tell(isTimely)
    this.begin('at rest')
  }

  /** @returns how many orders were judged */
  private slice(until: number): number {
    // No order can be judged before all of them have said their numbers.
    if (!this.desk.index.nameAll(until)) return 0
    let took = 0
    for (const lead of this.waiting) {
      if (this.left === 0) return took
      if (this.left !== undefined) this.left--
      this.take(lead)
      took++
      if (performance.now() > until) return took
    }
    if (!this.sweep || this.left !== undefined) return took
    const from = positionIn(this.desk.draft, this.sweep)
    for (const lead of this.desk.index.leads(from)) {
      if (performance.now() > until) {
        this.sweep = this.desk.draft.lines.get(lead)
        return took
      }
      this.take(lead)
      took++
    }
    this.sweep = undefined
    return took
  }

  private take(lead: LineId): void {
    this.waiting.delete(lead)
    this.desk.judge(lead)
  }

  private lineAt(position: number): Line | undefined {
    return this.desk.draft.lines.get(this.desk.draft.order[position] ?? '')
  }
}
