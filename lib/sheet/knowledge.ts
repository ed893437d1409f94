import type { Draft, Line, LineId } from './draft'
import { Elsewhere, type Holder } from './elsewhere'
import type { Order } from './grouping'
import { fingerprint, writeJson } from './json'
import { judgeOrder } from './judge-order'
import { type FieldNames, noNames } from './locate'
import { collectMarks, type LineMarks, noMarks, type PlacedMark } from './marks'
import type { OrdersIndex } from './orders-index'
import { isLocked, lateLines, type Outcome, placeHolder, placeOutcome } from './outcomes'
import { compilePlain } from './plain'
import type { Sheet } from './sheets'
import { type Standing, standingOf } from './standing'
import { UsualMarks } from './usual-marks'
import { unlistedWarehouses } from './warehouses'

/** What is to be said of one order. */
interface Said {
  readonly standing: Standing
  /** Whether any of its cells has a warning. */
  readonly warned: boolean
  readonly marks: ReadonlyMap<LineId, LineMarks>
}

/** The same while answers are on their way. */
const nothingYet: Said = { standing: 'awaited', warned: false, marks: new Map() }

/** What is known of the orders of a draft: the desk's own judgement and the service's last word, taken together. */
export class Knowledge {
  /** Passes given before this time (ISO 8601) no longer count. */
  private freshSince = ''
  /** Ids of the warehouses that are known; empty: nobody knows. */
  private warehouses: ReadonlySet<string> = new Set()
  /** What the service in use calls columns. */
  private fieldNames: FieldNames = noNames
  /** Whether nothing is known but what was heard: until then an order without an answer may have one. */
  private isAllHeard = true
  /** Whether what is queued is being sent; else it waits behind a run that stands still. */
  private isMoving = true
  /** Numbers that orders of other drafts hold. */
  readonly elsewhere = new Elsewhere()
  private readonly outcomes = new Map<LineId, Outcome>()
  private readonly said = new Map<LineId, Said>()
  private readonly counts = new Map<Standing | 'warning', number>()
  private readonly look: ReturnType<typeof compilePlain>
  private readonly usual = new UsualMarks()
  /** What is said of an order against which there is nothing to say, and of which nobody was asked. */
  private readonly nothing: Said

  constructor(
    private readonly draft: Draft,
    private readonly index: OrdersIndex,
    private readonly sheet: Sheet,
  ) {
    this.look = compilePlain(sheet)
    this.nothing = { standing: sheet.check ? 'unchecked' : 'ready', warned: false, marks: new Map() }
  }

  /** The last answer about the order that a line was part of when it was sent. */
  outcomeOf(line: LineId): Outcome | undefined {
    return this.outcomes.get(line)
  }

  /** Whether a line is at, or may be at, the service. */
  isLocked(line: LineId): boolean {
    return this.outcomes.size > 0 && isLocked(this.outcomes.get(line))
  }

  /** Who holds the number of the order that a line is part of; undefined of what is, or may be, at the service from here. */
  holderOf(line: LineId): Holder | undefined {
    if (this.elsewhere.size === 0 || this.isLocked(line)) return undefined
    const lead = this.index.orderOf(line)?.lead
    return lead === undefined ? undefined : this.elsewhere.of(this.index.numberOf(lead))
  }

  standingOf(lead: LineId): Standing {
    return this.said.get(lead)?.standing ?? 'awaited'
  }

  marksOf(line: LineId, lead: LineId): LineMarks {
    return this.said.get(lead)?.marks.get(line) ?? noMarks
  }

  /** Whether anything is said of an order's cells or lines. */
  isMarked(lead: LineId): boolean {
    return (this.said.get(lead)?.marks.size ?? 0) > 0
  }

  isWarned(lead: LineId): boolean {
    return this.said.get(lead)?.warned ?? false
  }

  /** How many orders stand so, or have a warning. */
  count(standing: Standing | 'warning'): number {
    return this.counts.get(standing) ?? 0
  }

  /** Takes in answers. @returns the orders that are to be judged anew */
  hear(outcomes: readonly Outcome[]): Set<LineId> {
    const leads = new Set<LineId>()
    for (const outcome of outcomes) {
      for (const line of outcome.lineIds) {
        this.take(line, outcome)
        const order = this.index.orderOf(line)
        if (order) leads.add(order.lead)
      }
    }
    return leads
  }

  /** Takes in answers in place of all that were heard before; without `isAll` more are on their way. */
  hearAnew(outcomes: readonly Outcome[], isAll: boolean): void {
    this.outcomes.clear()
    for (const outcome of outcomes) for (const line of outcome.lineIds) this.take(line, outcome)
    this.isAllHeard = isAll
  }

  /** What was heard by now is all that there is to know. @returns whether that is new */
  endWait(): boolean {
    const isNew = !this.isAllHeard
    this.isAllHeard = true
    return isNew
  }

  /** Takes in who holds numbers that were asked about. @returns the orders that are to be judged anew */
  hearElsewhere(asked: readonly string[], found: readonly Holder[]): Set<LineId> {
    const changed = this.elsewhere.hear(asked, found)
    return new Set([...changed].flatMap(number => this.index.bearersOf(number)))
  }

  /** Takes in whether what is queued is being sent. @returns the orders that are to be judged anew */
  move(isMoving: boolean): Set<LineId> {
    if (this.isMoving === isMoving) return new Set()
    this.isMoving = isMoving
    const isQueued = ([lead, { standing }]: [LineId, Said]) =>
      (standing === 'busy' || standing === 'waiting') && this.outcomes.get(lead)?.state === 'queued'
    return new Set([...this.said].filter(isQueued).map(([lead]) => lead))
  }

  /** Passes given before `since` (ISO 8601) count no more. @returns the orders that lost theirs */
  expire(since: string): LineId[] {
    this.freshSince = since
    return [...this.said.keys()].filter(lead => {
      const outcome = this.outcomes.get(lead)
      const isPassed = this.standingOf(lead) === 'ready' || this.standingOf(lead) === 'again'
      return isPassed && outcome !== undefined && this.isOver(outcome)
    })
  }

  /** Takes up which warehouses there are. @returns whether they are other ones than before */
  knowWarehouses(ids: ReadonlySet<string>): boolean {
    const isSame = ids.size === this.warehouses.size && [...ids].every(id => this.warehouses.has(id))
    this.warehouses = ids
    return !isSame
  }

  /** Takes up what the service in use calls columns. @returns the orders that are to be judged anew */
  knowFieldNames(names: FieldNames): Set<LineId> {
    const isSame =
      names.size === this.fieldNames.size &&
      [...names].every(([field, id]) => this.fieldNames.get(field) === id)
    this.fieldNames = names
    const leads = new Set<LineId>()
    if (isSame) return leads
    for (const [line, outcome] of this.outcomes) {
      const order = outcome.failures?.length ? this.index.orderOf(line) : undefined
      if (order) leads.add(order.lead)
    }
    return leads
  }

  /** Judges an order as it is now. */
  judge(order: Order): void {
    const outcome = this.outcomes.get(order.lead)
    const isRepeated = this.index.isRepeated(order.lead)
    const holder = isLocked(outcome) ? undefined : this.elsewhere.of(this.index.numberOf(order.lead))
    if (holder) {
      this.place(order.lead, 'elsewhere', placeHolder(order, holder, outcome, this.draft, this.sheet))
      return
    }
    const lines: Line[] = []
    for (const id of order.lines) {
      const line = this.draft.lines.get(id)
      if (line) lines.push(line)
    }
    const unlisted = unlistedWarehouses(lines, this.warehouses)
    const isAlone = !outcome && !isRepeated && unlisted.length === 0
    const unusual = isAlone ? this.look?.(lines) : undefined
    if (unusual === '') {
      this.say(order.lead, this.isAllHeard ? this.nothing : nothingYet)
      return
    }
    const usual = unusual === undefined ? undefined : this.usual.get(unusual, order)
    if (usual) {
      const standing = this.isAllHeard ? this.nothing.standing : 'awaited'
      this.place(order.lead, usual.failing ? 'failing' : standing, usual.marks)
      return
    }
    const judgement = judgeOrder(this.draft, order, this.sheet, isRepeated)
    if (unusual !== undefined) this.usual.keep(unusual, order, judgement)
    const changed =
      outcome !== undefined &&
      !isLocked(outcome) &&
      (this.isOver(outcome) || fingerprint(writeJson(judgement.record)) !== outcome.fingerprint)
    const late = outcome && isLocked(outcome) ? lateLines(order, outcome) : []
    const isAsked = this.sheet.check !== undefined
    const known =
      late.length > 0 ? 'failing' : standingOf(judgement, outcome, changed, isAsked, this.isMoving)
    const standing = this.isAllHeard || outcome || judgement.failing ? known : 'awaited'
    const placed: readonly PlacedMark[] = isLocked(outcome)
      ? late
      : [
          ...judgement.marks,
          ...unlisted,
          ...(outcome ? placeOutcome(outcome, this.draft, this.sheet, changed, this.fieldNames) : []),
        ]
    this.place(order.lead, standing, placed)
  }

  private place(lead: LineId, standing: Standing, placed: readonly PlacedMark[]): void {
    const warned = placed.some(({ mark }) => mark.severity === 'warning')
    this.say(lead, { standing, warned, marks: collectMarks(placed) })
  }

  private say(lead: LineId, said: Said): void {
    if (this.said.get(lead) === said) return
    this.forget(lead)
    this.said.set(lead, said)
    this.add(said.standing, 1)
    if (said.warned) this.add('warning', 1)
  }

  /** Forgets an order that ended. @returns whether it was known */
  forget(lead: LineId): boolean {
    const said = this.said.get(lead)
    if (!said) return false
    this.said.delete(lead)
    this.add(said.standing, -1)
    if (said.warned) this.add('warning', -1)
    return true
  }

  private add(counted: Standing | 'warning', orders: 1 | -1): void {
    this.counts.set(counted, this.count(counted) + orders)
  }

  /** The newest word about a line counts; that it was sent outlives every check of before. */
  private take(line: LineId, outcome: Outcome): void {
    const before = this.outcomes.get(line)
    const isOlder = before !== undefined && changeOf(outcome) < changeOf(before)
    if (before && (isLocked(before) !== isLocked(outcome) ? isLocked(before) && isOlder : isOlder)) return
    this.outcomes.set(line, outcome)
  }

  private isOver({ state, checkedAt }: Outcome): boolean {
    return state === 'passed' && checkedAt !== undefined && checkedAt < this.freshSince
  }
}

const changeOf = ({ changedAt, checkedAt }: Outcome) => changedAt ?? checkedAt ?? ''
