import type { Writes } from '@/lib/sheet/orders/edits'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import { isSameSort, type Sort } from '@/lib/sheet/view/arrangement'
import { type ReferenceColumns, type ReferenceOrder, referenceOrders } from './reference-orders'

/** An act of the reference draft: the lines before and after, where they differ; undefined for no line. */
interface ReferenceStep {
  readonly lines: ReadonlyMap<LineId, { before: Line | undefined; after: Line | undefined }>
  readonly sort: { readonly before: Sort | null; readonly after: Sort | null }
}

/**
 * Reference model of a draft: plain lines that are copied before each act and compared after it, orders that are
 * grouped from scratch each time, undo by comparing texts. It is slow, and simple enough to be trusted.
 */
export class ReferenceDraft {
  /** How the sheet is sorted. */
  sort: Sort | null = null
  private lines: Map<LineId, Line>
  private past: ReferenceStep[] = []
  private future: ReferenceStep[] = []

  constructor(
    lines: readonly Line[],
    private readonly columns: ReferenceColumns,
    private readonly isLocked: (line: LineId) => boolean,
  ) {
    this.lines = new Map(lines.map(line => [line.id, line]))
  }

  /** All lines, in their order. */
  list(): Line[] {
    return [...this.lines.values()].sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
  }

  orders(): ReferenceOrder[] {
    return referenceOrders(this.lines.values(), this.columns)
  }

  /** Performs an act, which is one step of undo if it changes anything. */
  act(change: () => void): void {
    const [before, sort] = [new Map(this.lines), this.sort]
    change()
    const ids = [...new Set([...before.keys(), ...this.lines.keys()])]
    const sides = ids.map(id => [id, { before: before.get(id), after: this.lines.get(id) }] as const)
    const lines = new Map(sides.filter(([, { before, after }]) => before !== after))
    if (lines.size === 0 && isSameSort(sort, this.sort)) return
    this.past.push({ lines, sort: { before: sort, after: this.sort } })
    this.future = []
  }

  /** Writes texts into cells; repeats of a changed text in the order change as well. */
  write(writes: Writes): void {
    const before = new Map(this.lines)
    const orders = this.orders()
    const textOf = (line: LineId, column: string) => before.get(line)?.texts[column] ?? ''
    for (const [line, texts] of writes) {
      if (!before.has(line) || this.isLocked(line)) continue
      this.put(line, texts)
      const lines = orders.find(order => order.lines.includes(line))?.lines ?? []
      for (const column of this.columns.recordColumns) {
        const [old, next] = [textOf(line, column), texts[column]]
        if (next === undefined || next === old || isBlank(old)) continue
        if (lines.find(id => !isBlank(textOf(id, column))) !== line) continue
        for (const other of lines)
          if (
            textOf(other, column) === old &&
            !this.isLocked(other) &&
            writes.get(other)?.[column] === undefined
          )
            this.put(other, { [column]: next })
      }
    }
  }

  /** Removes lines; the first remaining line of an order gets the order's own texts. */
  remove(ids: readonly LineId[]): void {
    const gone = new Set(ids.filter(id => !this.isLocked(id)))
    const before = new Map(this.lines)
    for (const { lines } of this.orders()) {
      const heir = lines.find(id => !gone.has(id))
      if (heir === undefined || this.isLocked(heir)) continue
      for (const column of this.columns.recordColumns) {
        const source = lines.find(id => !isBlank(before.get(id)?.texts[column]))
        if (source === undefined || !gone.has(source)) continue
        if (isBlank(before.get(heir)?.texts[column]))
          this.put(heir, { [column]: before.get(source)?.texts[column] ?? '' })
      }
    }
    for (const id of gone) this.lines.delete(id)
  }

  /** Adds inserted lines, and updates the ranks of all lines. */
  insert(lines: readonly Line[], ranks: ReadonlyMap<LineId, Line>): void {
    for (const line of lines) this.lines.set(line.id, line)
    for (const line of this.lines.values()) this.rank(line, ranks.get(line.id)?.rank ?? line.rank)
  }

  /** Replaces lines. */
  take(lines: Iterable<Line>): void {
    for (const line of lines) {
      const now = this.lines.get(line.id)
      if (!now || now.rank !== line.rank || !isSame(now, line)) this.lines.set(line.id, line)
    }
  }

  undo(): boolean {
    for (let step = this.past.pop(); step; step = this.past.pop()) {
      this.future.push(step)
      if (this.replay(step, 'after', 'before')) return true
    }
    return false
  }

  redo(): boolean {
    for (let step = this.future.pop(); step; step = this.future.pop()) {
      this.past.push(step)
      if (this.replay(step, 'before', 'after')) return true
    }
    return false
  }

  /** Applies one direction of an act where the draft still has the expected texts. */
  private replay(step: ReferenceStep, from: 'before' | 'after', to: 'before' | 'after'): boolean {
    let isDone = !isSameSort(step.sort.before, step.sort.after) && isSameSort(step.sort[from], this.sort)
    if (isDone) this.sort = step.sort[to]
    // An order at the service may move together with all others, but never gets other texts.
    const isTorn = [...step.lines].some(([id, sides]) => {
      const [was, will, now] = [sides[from], sides[to], this.lines.get(id)]
      return (
        was &&
        will &&
        now &&
        was.rank !== will.rank &&
        this.isLocked(id) &&
        this.textsOf(now, was, will).length > 0
      )
    })
    for (const [id, sides] of step.lines) {
      const [was, will, now] = [sides[from], sides[to], this.lines.get(id)]
      if (!was && will && !now) this.lines.set(id, will)
      else if (was && !will && now && !this.isLocked(id) && isSame(was, now)) this.lines.delete(id)
      else if (!(was && will && now && this.turn(now, was, will, isTorn))) continue
      isDone = true
    }
    return isDone
  }

  /** Changes a line from `was` to `will` where it still equals `was`. @returns whether anything changed */
  private turn(now: Line, was: Line, will: Line, isTorn: boolean): boolean {
    const isMoved = was.rank !== will.rank
    if (isMoved && isTorn) return false
    const texts = this.isLocked(now.id) ? [] : this.textsOf(now, was, will)
    if (isMoved) this.rank(now, will.rank)
    if (texts.length > 0) this.put(now.id, Object.fromEntries(texts))
    return isMoved || texts.length > 0
  }

  private textsOf(now: Line, was: Line, will: Line): [column: string, text: string][] {
    return Object.keys({ ...was.texts, ...will.texts }).flatMap((column): [string, string][] => {
      const [old, next] = [was.texts[column] ?? '', will.texts[column] ?? '']
      return old !== next && (now.texts[column] ?? '') === old ? [[column, next]] : []
    })
  }

  private rank(line: Line, rank: number): void {
    if (line.rank !== rank) this.lines.set(line.id, { ...line, rank })
  }

  private put(id: LineId, texts: Texts): void {
    const line = this.lines.get(id)
    if (!line) return
    if (Object.entries(texts).every(([column, text]) => (line.texts[column] ?? '') === text)) return
    const all = Object.entries({ ...line.texts, ...texts }).filter(([, text]) => text !== '')
    this.lines.set(id, { ...line, texts: Object.fromEntries(all) })
  }
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === ''

const isSame = ({ texts: a }: Line, { texts: b }: Line): boolean =>
  Object.keys({ ...a, ...b }).every(column => (a[column] ?? '') === (b[column] ?? ''))
