import { apply, type Draft, type Line, type LineId, type Patch, positionIn } from './draft'
import { Grouper, type GroupingColumns, isBlankLine, type Order } from './grouping'
import { isBlank } from './kinds'
import { Namesakes } from './namesakes'
import { Ordinals } from './ordinals'

/** Distance of a line that belongs to no order. */
const BLANK = -1
/** Every so many lines somebody who has little time looks at the clock. */
const LOOK_UP = 128

/** What an edit did to the orders. */
export interface Regrouped {
  /** Leads of orders to judge anew: theirs changed, or a namesake came or went. */
  readonly touched: Set<LineId>
  /** Leads of orders that are no more. */
  readonly ended: Set<LineId>
  readonly regrouped: boolean
}

/**
 * The orders of a draft, kept true while lines change. For each line, by its position, it knows how far above its
 * order begins; an edit regroups only its neighbourhood, and a line that comes or goes moves a block of numbers.
 * A keystroke costs the same in a draft of 100,000 lines as in one of 10.
 */
export class OrdersIndex {
  /** The order of lines that `back` speaks of. */
  private order: readonly LineId[] = []
  /** By position: lines between a line and the lead of its order; 0 for the lead itself. */
  private back = new Int32Array(0)
  private leadCount = 0
  private memberCount = 0
  /** Positions above this one are known; those below are looked at when they are first asked for. */
  private known = 0
  /** Position of the line that was asked for last. */
  private asked = 0
  private lead = 0
  private grouper: Grouper | undefined
  private namesakes: Namesakes | undefined
  /** The same while it is being made, and the position that is next. */
  private naming: { readonly names: Namesakes; at: number } | undefined
  private readonly ordinals = new Ordinals(() => this.back)

  constructor(
    private readonly draft: Draft,
    private readonly columns: GroupingColumns,
  ) {
    this.order = draft.order
    this.back = new Int32Array(draft.order.length).fill(BLANK)
    this.grouper = new Grouper(columns)
  }

  /** How many orders there are. */
  get count(): number {
    this.know(this.order.length)
    return this.leadCount
  }

  /** Lines that belong to an order. */
  get lineCount(): number {
    this.know(this.order.length)
    return this.memberCount
  }

  /**
   * Position of a line in the draft; undefined when it is none of its lines.
   * @param likely where it stands if the view is that of the draft: there it is found without looking for it
   */
  positionOf(line: LineId, likely?: number): number | undefined {
    const { order, lines } = this.draft
    if (likely !== undefined && order[likely] === line) {
      lines.at(likely, line)
      this.asked = likely
      return likely
    }
    // Whoever asks for many lines asks for one after the other.
    if (order[this.asked] === line) return this.asked
    if (order[this.asked + 1] === line) return ++this.asked
    const early = lines.early(line)
    if (early !== undefined) {
      this.asked = early
      return early
    }
    const known = lines.get(line)
    if (!known) return undefined
    this.asked = positionIn(this.draft, known)
    return this.asked
  }

  /**
   * The order a line belongs to; undefined for a blank line.
   * @param likely where the line may stand in the draft
   */
  orderOf(line: LineId, likely?: number): Order | undefined {
    const position = this.positionOf(line, likely)
    const back = this.backAt(position)
    return position === undefined || back === BLANK ? undefined : this.orderAt(position - back)
  }

  isLead(line: LineId): boolean {
    return this.backAt(this.positionOf(line)) === 0
  }

  /** The order that begins with a line; undefined when none does. */
  find(lead: LineId): Order | undefined {
    const position = this.positionOf(lead)
    return position !== undefined && this.backAt(position) === 0 ? this.orderAt(position) : undefined
  }

  /** First lines of all orders from a position on, in the order of the draft. */
  *leads(from = 0): Generator<LineId> {
    for (let at = from; at < this.order.length; at++) {
      const id = this.order[at]
      if (this.backAt(at) === 0 && id !== undefined) yield id
    }
  }

  /** Position of an order among all orders, from 1; undefined when no order begins with the line. */
  ordinal(lead: LineId): number | undefined {
    const position = this.positionOf(lead)
    return position !== undefined && this.backAt(position) === 0 ? this.ordinals.at(position) : undefined
  }

  /** All orders, in the order of the draft. */
  *all(): Generator<Order> {
    for (let at = 0; at < this.order.length; at++) if (this.backAt(at) === 0) yield this.orderAt(at)
  }

  /** Whether another order bears the same number. A missing number is not a repeated one. */
  isRepeated(lead: LineId): boolean {
    this.nameAll()
    return this.namesakes?.isRepeated(lead) ?? false
  }

  /** The number of the order that begins with a line, without outer blanks; '' when it has none. */
  numberOf(lead: LineId): string {
    this.nameAll()
    return this.namesakes?.numberOf(lead) ?? ''
  }

  /** First lines of the orders that bear a number. */
  bearersOf(number: string): readonly LineId[] {
    this.nameAll()
    return [...(this.namesakes?.bearersOf(number) ?? [])]
  }

  /**
   * Finds out which numbers are borne twice, which takes a while in a large draft.
   * @param until when to stop at the latest, as `performance.now()` tells it
   * @returns whether that is known now
   */
  nameAll(until = Number.POSITIVE_INFINITY): boolean {
    if (this.namesakes) return true
    this.naming ??= { names: new Namesakes(), at: 0 }
    const { naming } = this
    for (; naming.at < this.order.length; naming.at++) {
      if (naming.at % LOOK_UP === 0 && performance.now() > until) return false
      if (this.backAt(naming.at) === 0)
        naming.names.add(this.order[naming.at] ?? '', this.numberAt(naming.at))
    }
    this.namesakes = naming.names
    this.naming = undefined
    return true
  }

  /** Applies a patch to the draft, and finds out what became of its orders. */
  apply(patch: Patch): Regrouped {
    this.know(this.order.length)
    this.naming = undefined
    apply(this.draft, patch)
    const touched = new Set<LineId>()
    const before = new Set<LineId>()
    const spots = this.order === this.draft.order ? [] : this.shift(patch, before, touched)
    this.addRegrouping(patch, spots)
    spots.sort((a, b) => a - b)
    for (let next = 0, end = 0; next < spots.length; next++) {
      if (next === 0 || (spots[next] ?? 0) >= end) end = this.regroup(spots, next, before, touched)
    }
    let above: LineId | undefined
    for (const { line } of patch.changes) {
      const lead = this.leadOf(line)
      if (lead !== undefined && lead !== above) touched.add(lead)
      above = lead
    }
    const ended = new Set<LineId>()
    for (const lead of before) {
      if (this.isLead(lead)) continue
      ended.add(lead)
      touched.delete(lead)
    }
    return { touched, ended, regrouped: spots.length > 0 }
  }

  private leadOf(line: LineId): LineId | undefined {
    const position = this.positionOf(line)
    const back = this.backAt(position)
    return position === undefined || back === BLANK ? undefined : this.order[position - back]
  }

  private backAt(position = -1): number {
    if (position >= this.known) this.know(position + 1)
    return this.back[position] ?? BLANK
  }

  /** Finds the orders of the lines above a position that were not looked at yet. */
  private know(until: number): void {
    for (; this.grouper && this.known < until && this.known < this.order.length; this.known++) {
      const line = this.lineAt(this.known)
      const begins = line && this.grouper.next(line)
      if (begins === undefined) continue
      if (begins) this.lead = this.known
      this.back[this.known] = this.known - this.lead
      this.leadCount += Number(begins)
      this.memberCount++
    }
    if (this.known === this.order.length) this.grouper = undefined
  }

  private lineAt(position: number): Line | undefined {
    return this.draft.lines.at(position, this.order[position] ?? '')
  }

  private orderAt(lead: number): Order {
    const lines: LineId[] = []
    for (let at = lead; at < this.order.length; at++) {
      const back = this.backAt(at)
      const id = this.order[at]
      if (back === 0 && at > lead) break
      if (back !== BLANK && id !== undefined) lines.push(id)
    }
    return { lead: this.order[lead] ?? '', lines }
  }

  /**
   * Makes room for lines that came and closes the gaps of those that went.
   * @returns positions around which the orders are to be found anew
   */
  private shift({ inserted, removed }: Patch, before: Set<LineId>, touched: Set<LineId>): number[] {
    const [was, now] = [this.order, this.draft.order]
    const back = new Int32Array(now.length).fill(BLANK)
    const last = was.length - 1
    // Where the last line stands as it stood, and none went, all that came stand below it.
    if (removed.length === 0 && last >= 0 && was[last] === now[last]) {
      back.set(this.back)
      this.order = now
      this.back = back
      this.known = now.length
      return Array.from({ length: now.length - was.length }, (_, at) => was.length + at)
    }
    const gone = new Set(removed.map(line => line.id))
    const spots: number[] = []
    let from = 0
    for (let to = 0; to < now.length || from < was.length; ) {
      const id = was[from]
      if (id !== undefined && id === now[to]) back[to++] = this.back[from++] ?? BLANK
      else if (id !== undefined && gone.has(id)) {
        spots.push(to)
        const had = this.back[from++] ?? BLANK
        this.leave(had)
        if (had === 0) this.end(id, before, touched)
      } else spots.push(to++)
    }
    // Those that went and came back to the same place may say something else now.
    for (const line of inserted) if (gone.has(line.id)) spots.push(positionIn(this.draft, line))
    this.order = now
    this.back = back
    this.known = now.length
    return spots
  }

  /** Takes a line out of what is counted, and the order that it leads. */
  private leave(back: number): void {
    if (back === BLANK) return
    this.memberCount--
    if (back === 0) this.leadCount--
  }

  /** An order begins there no more. Its namesakes are to be judged anew. */
  private end(lead: LineId, before: Set<LineId>, touched: Set<LineId>): void {
    before.add(lead)
    for (const other of this.namesakes?.remove(lead) ?? []) touched.add(other)
  }

  /** Adds the positions of lines whose changed cells may move them to another order. */
  private addRegrouping(patch: Patch, spots: number[]): void {
    for (const { line, before, after } of patch.changes) {
      const position = this.positionOf(line)
      const now = position === undefined ? undefined : this.draft.lines.at(position, line)
      if (position === undefined || !now) continue
      const isSaid = this.columns.record.some(column => before[column] !== after[column])
      // A line that said nothing appears; one that says nothing any more goes.
      if (isSaid || this.backAt(position) === BLANK || isBlankLine(now, this.columns.all))
        spots.push(position)
    }
  }

  /**
   * Finds the orders around a position anew, from the one above it until they are what they were.
   * @param spots positions, ascending, of which nothing is known any more
   * @param next which of them to begin with
   * @returns the position of the first line that was not looked at
   */
  private regroup(spots: readonly number[], next: number, before: Set<LineId>, touched: Set<LineId>): number {
    const spot = spots[next] ?? 0
    const from = this.startBefore(spot)
    const grouper = new Grouper(this.columns)
    const begun: number[] = []
    let pending = next
    let lead = from
    let at = from
    this.ordinals.forget(from)
    for (; at < this.order.length; at++) {
      const id = this.order[at] ?? ''
      const line = this.lineAt(at)
      const isSpot = spots[pending] === at
      while ((spots[pending] ?? Infinity) <= at) pending++
      const begins = line && grouper.next(line)
      const was = this.back[at] ?? BLANK
      if (begins && was === 0 && at > spot && !isSpot) break
      this.leave(was)
      if (was === 0 && !begins) this.end(id, before, touched)
      if (begins) {
        lead = at
        begun.push(at)
      }
      if (begins !== undefined) this.memberCount++
      this.back[at] = begins === undefined ? BLANK : at - lead
    }
    this.leadCount += begun.length
    for (const position of begun) this.begin(position, touched)
    return at
  }

  private begin(position: number, touched: Set<LineId>): void {
    const lead = this.order[position] ?? ''
    touched.add(lead)
    for (const other of this.namesakes?.name(lead, this.numberAt(position)) ?? []) touched.add(other)
  }

  /** The number of the order that begins at a position, without outer blanks; '' when it has none. */
  private numberAt(lead: number): string {
    for (let at = lead; at < this.order.length; at++) {
      if (at > lead && this.backAt(at) === 0) break
      const text = this.lineAt(at)?.texts[this.columns.key]
      if (text !== undefined && !isBlank(text)) return text.trim()
    }
    return ''
  }

  /** Where the order above position `at` begins: the line at `at` may continue it. */
  private startBefore(at: number): number {
    for (let i = Math.min(at, this.order.length) - 1; i >= 0; i--) {
      const back = this.back[i] ?? BLANK
      if (back !== BLANK) return i - back
    }
    return 0
  }
}
