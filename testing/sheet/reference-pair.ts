import { sameText, writeCells } from '@/lib/sheet/acts/cells'
import { fillLines } from '@/lib/sheet/acts/fill'
import { appendLine, duplicateLines, insertLines, removeLines } from '@/lib/sheet/acts/lines'
import { moveLines } from '@/lib/sheet/acts/move-lines'
import { planPaste } from '@/lib/sheet/acts/paste'
import { fingerprint, writeJson } from '@/lib/sheet/codecs/json'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import { assemble } from '@/lib/sheet/judge/assemble'
import type { OrderOutcome, OutcomeState } from '@/lib/sheet/judge/status/outcomes'
import type { Writes } from '@/lib/sheet/orders/edits'
import { groupingColumns, type Order } from '@/lib/sheet/orders/grouping'
import type { Line, LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { type Filter, noFilter } from '@/lib/sheet/view/arrangement'
import { noColumnFilter } from '@/lib/sheet/view/column-filter'
import type { Screen } from '@/lib/sheet/view/ranges'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { pasteBlock } from './paste-block'
import { ReferenceDraft } from './reference-draft'

const sheet = sheets['orders/japan']
const edited = [sheet.key, 'recipient.name', 'recipient.zipCode', 'items[].name', 'items[].price']
/** The edited columns: of the order and of the item, with and without rules. */
export const pairColumns = edited.flatMap(id => sheet.columns.find(column => column.id === id) ?? [])

/** A rectangle from a position on, `height` × `width`. */
interface Area {
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

/** An act of an operator or the service. Positions are those of the screen and wrap around at its end. */
export type PairAct =
  | { readonly kind: 'type'; readonly at: number; readonly column: number; readonly text: string }
  | { readonly kind: 'paste'; readonly area: Area; readonly block: Matrix; readonly byHeader: boolean }
  | { readonly kind: 'clear'; readonly area: Area }
  | { readonly kind: 'fill'; readonly area: Area; readonly from: number; readonly counts: boolean }
  | {
      readonly kind: 'insert' | 'duplicate' | 'append' | 'remove'
      readonly at: number
      readonly count: number
    }
  | { readonly kind: 'move'; readonly at: number; readonly count: number; readonly by: -1 | 1 }
  | { readonly kind: 'sort'; readonly column: number; readonly descending: boolean | null }
  | {
      readonly kind: 'filter'
      readonly status: Filter['status']
      readonly column: number
      readonly only: string | null
    }
  | {
      readonly kind: 'hear'
      readonly at: number
      readonly state: OutcomeState
      readonly isSame: boolean
      readonly age: number
    }
  | { readonly kind: 'undo' | 'redo'; readonly times: number }
  | { readonly kind: 'reload' | 'expire' | 'judge' }

/** A workbook and the reference draft that it is compared with. */
export class ReferencePair {
  readonly reference: ReferenceDraft
  workbook: Workbook
  /** Actual values and the expected ones. */
  readonly claims: { readonly what: string; readonly is: unknown; readonly should: unknown }[] = []
  private readonly received: OrderOutcome[] = []
  private readonly deferred: (() => void)[] = []
  private made = 0
  private since = ''

  constructor(readonly start: readonly Line[]) {
    this.workbook = this.open(start)
    const grouping = groupingColumns(sheet.columns, sheet.key)
    this.reference = new ReferenceDraft(start, grouping, line => this.workbook.isLocked(line))
  }

  /** Whether any line was ever at the service. */
  get isLocked(): boolean {
    return this.received.some(({ state }) => !['passed', 'failing', 'rejected'].includes(state))
  }

  /** Performs an act on both. */
  perform(act: PairAct): void {
    const { workbook, reference } = this
    const placeholderRows = { ids: workbook.view.isUnarranged ? [this.newId(), this.newId()] : [] }
    const rows = [...workbook.visible, ...placeholderRows.ids]
    const screen: Screen = { rows, filled: workbook.visible.length, columns: pairColumns }
    const lineAt = (position: number): LineId => rows[position % Math.max(1, rows.length)] ?? ''
    const linesAt = ({ at, count }: { at: number; count: number }) => rows.slice(at, at + count)
    const columnAt = (position: number) => edited[position] ?? ''
    const write = (writes: Writes) =>
      this.both(
        () => writeCells(workbook, placeholderRows, writes, null),
        () => reference.write(writes),
      )
    switch (act.kind) {
      case 'type':
        write(new Map([[lineAt(act.at), { [columnAt(act.column)]: act.text }]]))
        break
      case 'clear':
        write(sameText(screen, [rangeOf(act.area, rows.length)], ''))
        break
      case 'fill': {
        const { top, bottom, left, right } = rangeOf(act.area, rows.length)
        const to = rows.slice(top, bottom + 1)
        const from = [lineAt(act.from)].filter(id => !to.includes(id))
        const columns = pairColumns.slice(left, right + 1)
        write(fillLines(workbook.edits, { from, to, columns, continuesSeries: act.counts }))
        break
      }
      case 'paste': {
        const block = act.byHeader ? [edited.toReversed(), ...act.block] : act.block
        const target = { ...screen, ranges: [rangeOf(act.area, rows.length)] }
        const plan = planPaste(block, target, sheet.columns, () => [])
        const all = [...rows]
        const newId = () => all[all.push(this.newId()) - 1] ?? ''
        this.both(
          () => pasteBlock(workbook, placeholderRows, block, target, () => [], newId),
          () => reference.write(new Map(plan.rows.map(({ at, texts }) => [all[at] ?? '', texts]))),
        )
        break
      }
      case 'insert': {
        const below = workbook.draft.lines.has(lineAt(act.at)) ? lineAt(act.at) : null
        const ids = Array.from({ length: act.count }, this.newId)
        this.both(() => insertLines(workbook, below, ids, null))
        const { order } = workbook.draft
        const place = below === null ? 0 : order.indexOf(below) + 1
        this.claim('lines are where they were inserted', order.slice(place, place + ids.length), ids)
        break
      }
      case 'duplicate':
        this.both(() => duplicateLines(workbook, [linesAt(act)], this.newId, null))
        break
      case 'append':
        this.both(() => appendLine(workbook, lineAt(act.at), this.newId(), null))
        break
      case 'remove':
        this.both(
          () => removeLines(workbook, linesAt(act), null),
          () => reference.remove(linesAt(act)),
        )
        break
      case 'move':
        // move-lines.test.ts tests the positions; here the reference copies them, and undo must restore them.
        this.both(
          () => moveLines(workbook, linesAt(act), act.by),
          () => reference.take(workbook.draft.lines.values()),
        )
        break
      case 'sort': {
        const { column, descending } = act
        const sort = descending === null ? null : { column: columnAt(column), descending }
        workbook.sortBy(sort, null)
        reference.act(() => {
          reference.sort = sort
        })
        break
      }
      case 'filter': {
        const only = { ...noColumnFilter, texts: new Set([act.only ?? '']), except: false }
        const columns = new Map(act.only === null ? [] : [[columnAt(act.column), only]])
        workbook.arrange({
          ...workbook.arrangement,
          filter: { ...noFilter, status: act.status, columns },
        })
        break
      }
      case 'hear':
        this.hear(lineAt(act.at), act)
        break
      case 'undo':
      case 'redo':
        for (let i = 0; i < act.times; i++) {
          const isDone = (act.kind === 'undo' ? workbook.undo() : workbook.redo()) !== undefined
          const should = act.kind === 'undo' ? reference.undo() : reference.redo()
          this.claim(`something is left to ${act.kind}`, isDone, should)
        }
        break
      case 'reload':
        this.reload()
        break
      case 'expire':
        this.since = stamp(this.received.length)
        workbook.serverFacts.expire(this.since)
        break
      case 'judge':
        this.judge()
    }
    const { draft, arrangement } = this.workbook
    this.claim(
      'lines',
      draft.order.map(id => draft.lines.get(id)),
      reference.list(),
    )
    this.claim('sort', arrangement.sort, reference.sort)
    const shown = new Set(this.workbook.visible)
    const isPart = ({ lines }: Order) =>
      lines.some(line => shown.has(line)) && !lines.every(line => shown.has(line))
    this.claim('orders that are shown in part', [...this.workbook.index.all()].filter(isPart), [])
  }

  /** Records that the workbook must equal a newly opened workbook with the same lines. */
  compare(): void {
    this.judge()
    const { workbook, reference } = this
    const fresh = this.open(reference.list())
    if (this.since !== '') fresh.serverFacts.expire(this.since)
    this.judge()
    const orders = reference.orders().map(({ firstLine, lines }) => ({ firstLine, lines }))
    this.claim('orders', [...workbook.index.all()], orders)
    this.claim('what is seen', this.seen(workbook), this.seen(fresh))
    workbook.arrange(workbook.arrangement)
    fresh.arrange(workbook.arrangement)
    this.claim('what is shown', workbook.visible, fresh.visible)
  }

  private seen(of: Workbook) {
    const statuses = [
      'failing',
      'stale',
      'ready',
      'registered',
      'unchecked',
      'busy',
      'unknown',
      'warning',
    ] as const
    return {
      counts: statuses.map(status => of.count(status)),
      orders: of.orderCount,
      items: of.itemCount,
      lines: this.reference.list().map(({ id }) => of.line(id)),
      places: this.reference.orders().map(({ firstLine }) => [of.ordinal(firstLine), of.statusOf(firstLine)]),
      failures: [
        of.failures.count,
        ...this.reference.orders().map(({ firstLine }) => of.failures.of(firstLine)),
      ],
    }
  }

  private claim(what: string, is: unknown, should: unknown): void {
    this.claims.push({ what, is, should })
  }

  /** Performs an act on both; the reference draft takes only inserted lines from the workbook. */
  private both(act: () => unknown, naively: () => void = () => {}): void {
    const before = new Set(this.workbook.draft.lines.keys())
    act()
    const { lines } = this.workbook.draft
    const came = [...lines.values()].filter(line => !before.has(line.id))
    this.reference.act(() => {
      this.reference.insert(came, lines)
      naively()
    })
  }

  private hear(line: LineId, about: { state: OutcomeState; isSame: boolean; age: number }): void {
    const order = this.workbook.index.orderOf(line)
    if (!order) return
    const payload = writeJson(assemble(this.workbook.draft, order, sheet).record)
    const { state, isSame, age } = about
    const isBad = state === 'failing' || state === 'rejected'
    const outcome: OrderOutcome = {
      mallOrderNumber: 'x',
      lineIds: order.lines,
      state,
      fingerprint: fingerprint(isSame ? payload : `${payload} `),
      payload,
      position: 0,
      checkedAt: stamp(this.received.length - age),
      ...(isBad && { failures: [{ field: 'recipient.name', message: '이름' }] }),
      ...(state === 'registered' && { orderId: '7' }),
    }
    this.received.push(outcome)
    this.workbook.serverFacts.addOutcomes([outcome])
  }

  /** Closes the page and opens it again: the lines come from the server, the steps from the browser's database. */
  private reload(): void {
    const { past, future } = stepsOf(this.workbook)
    const lines: Line[] = JSON.parse(JSON.stringify([...this.workbook.draft.lines.values()]))
    this.workbook = this.open(lines)
    this.workbook.restoreHistory(structuredClone(past), structuredClone(future))
    this.reference.sort = null
  }

  private open(lines: readonly Line[]): Workbook {
    const workbook = new Workbook(sheet, lines)
    workbook.scheduleTask = work => this.deferred.push(work)
    workbook.serverFacts.replaceOutcomes(this.received, true)
    return workbook
  }

  /** Judges all waiting orders. */
  private judge(): void {
    for (let work = this.deferred.shift(); work; work = this.deferred.shift()) work()
  }

  private readonly newId = () => `N${String(++this.made).padStart(4, '0')}`
}

const stamp = (time: number): string => String(Math.max(0, time)).padStart(4, '0')

function rangeOf({ top, left, height, width }: Area, rows: number) {
  const from = Math.min(top, Math.max(0, rows - 1))
  return {
    top: from,
    left,
    bottom: Math.max(from, Math.min(from + height, rows) - 1),
    right: Math.min(left + width, pairColumns.length) - 1,
  }
}

/** All steps of a history as its listeners get them; in both lists the next one is last. */
function stepsOf({ history }: Workbook): { past: UndoStep[]; future: UndoStep[] } {
  const undone: UndoStep[] = []
  history.onReplay = step => undone.push(step)
  while (history.undo());
  const past = undone.toReversed()
  undone.length = 0
  while (history.redo());
  return { past, future: undone.slice(past.length).reverse() }
}
