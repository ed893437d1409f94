import type { Patch } from '@/lib/sheet/draft/draft'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import {
  type ColumnLayout,
  type ColumnSet,
  type LayoutContext,
  layOutColumns,
  type ShownColumns,
} from './column-layout'
import { hideColumns, showColumns } from './layout-changes'

/** Whether two layouts are equal; the order of hidden, pinned and folded ids does not matter. */
export function isSameLayout(a: ColumnLayout, b: ColumnLayout): boolean {
  const plain = (layout: ColumnLayout) =>
    JSON.stringify([
      layout.order,
      Object.entries(layout.widths).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ...[layout.hidden, layout.pinned, layout.folded].map(ids => ids.toSorted()),
      layout.relevantOnly,
    ])
  return plain(a) === plain(b)
}

/**
 * The columns of an open sheet: their layout, and the columns that are shown temporarily. It uses neither the DOM nor
 * the network; screens subscribe, and the code that stores layouts sets `onChange`.
 */
export class ColumnView {
  /** Counts changes of anything that a screen shows of the columns. */
  version = 0
  onChange: (layout: ColumnLayout) => void = () => {}
  /** How many failures each column has, for columns with failures. */
  failing: ReadonlyMap<string, number> = new Map()
  private currentLayout: ColumnLayout
  private context: LayoutContext = {
    relevant: new Set(),
    revealed: new Set(),
    room: Number.POSITIVE_INFINITY,
  }
  private shownColumns: ShownColumns
  private currentSet: ColumnSet
  private readonly listeners = new Set<() => void>()

  /**
   * @param own the columns of the sheet
   * @param findRelevant ids of the required, filled or failing columns; called only when only those are shown
   * @param leading the column that precedes them
   */
  constructor(
    private readonly own: ColumnSet,
    layout: ColumnLayout,
    private readonly findRelevant: () => ReadonlySet<string>,
    leading?: Column,
  ) {
    this.currentLayout = layout
    this.currentSet = withLeading(own, leading)
    if (layout.relevantOnly) this.context = { ...this.context, relevant: findRelevant() }
    this.shownColumns = layOutColumns(this.set, layout, this.context)
  }

  /** All columns, shown and hidden. */
  get set(): ColumnSet {
    return this.currentSet
  }

  /** Sets the column that precedes the others; undefined for none. */
  setLeadingColumn(leading: Column | undefined): void {
    if (leading?.id === this.set.leading) return
    this.currentSet = withLeading(this.own, leading)
    this.update()
  }

  get layout(): ColumnLayout {
    return this.currentLayout
  }

  /** The shown columns; the same object until they change. */
  get shown(): ShownColumns {
    return this.shownColumns
  }

  /** The columns on the screen, left to right; the same array until they change. */
  columns = (): readonly Column[] => this.shownColumns.columns

  /** How many columns from the left do not scroll. */
  pinned = (): number => this.shownColumns.pinned

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether a column is shown only temporarily. */
  isRevealed(id: string): boolean {
    return this.context.revealed.has(id)
  }

  /** Sets another layout. Temporarily shown columns are hidden again. */
  setLayout(layout: ColumnLayout): void {
    const relevant = layout.relevantOnly ? this.findRelevant() : new Set<string>()
    this.context = { ...this.context, relevant, revealed: new Set() }
    this.currentLayout = layout
    this.update()
    this.onChange(layout)
  }

  /**
   * Sets a layout that results from an act on the current one.
   * @param isOver false during a drag: the layout is not saved yet
   */
  change(layout: ColumnLayout, isOver = true): void {
    if (layout.relevantOnly && !this.currentLayout.relevantOnly) {
      this.context = { ...this.context, relevant: this.findRelevant() }
    }
    this.currentLayout = layout
    this.update()
    if (isOver) this.onChange(layout)
  }

  /** Sets the visible width for columns, in CSS pixels. */
  setRoom(room: number): void {
    this.context = { ...this.context, room }
    if (layOutColumns(this.set, this.currentLayout, this.context).pinned !== this.shownColumns.pinned)
      this.update()
  }

  /** Hides columns. */
  hide(ids: readonly string[]): void {
    this.context = { ...this.context, revealed: minus(this.context.revealed, ids) }
    this.change(hideColumns(this.currentLayout, ids))
  }

  /** Shows a column: permanently when the operator had hidden it, else temporarily. */
  show(id: string): void {
    this.change(showColumns(this.currentLayout, [id]))
    this.reveal(id)
  }

  /** Folds or unfolds a group; its temporarily shown columns are hidden as well. */
  fold(layout: ColumnLayout, group: string): void {
    const ids = this.set.columns.flatMap(column => (column.group === group ? [column.id] : []))
    this.context = { ...this.context, revealed: minus(this.context.revealed, ids) }
    this.change(layout)
  }

  /** Shows a column temporarily. @returns whether it was hidden */
  reveal(id: string): boolean {
    if (!this.shownColumns.hidden.has(id)) return false
    this.context = { ...this.context, revealed: new Set([...this.context.revealed, id]) }
    this.update()
    return true
  }

  /** Determines the relevant columns again, if only those are shown. */
  refresh(): void {
    if (!this.currentLayout.relevantOnly) return
    this.context = { ...this.context, relevant: this.findRelevant() }
    this.update()
  }

  /** Ids of the columns that are hidden because only relevant columns are shown. */
  get unneeded(): readonly string[] {
    return [...this.shownColumns.hidden].flatMap(([id, why]) => (why === 'unneeded' ? [id] : []))
  }

  /** Whether a column is hidden for another reason than that it is not relevant. */
  isHiddenWhenFilled(id: string): boolean {
    const relevant = new Set([...this.context.relevant, id])
    return layOutColumns(this.set, this.layout, { ...this.context, relevant }).hidden.has(id)
  }

  /** Shows columns that were filled, if only relevant columns are shown. No other column is hidden. */
  noteFilled(ids: Iterable<string>): void {
    if (this.addRelevant(ids)) this.update()
  }

  /**
   * Sets how many failures each column has. A failing column appears when only relevant columns are shown. Listeners
   * are notified when the failures of hidden columns change.
   */
  noteFailing(failing: ReadonlyMap<string, number>): void {
    const before = this.failing
    this.failing = failing
    const isFresh = this.addRelevant(failing.keys())
    const isHiddenChanged = [...this.shownColumns.hidden.keys()].some(
      id => before.get(id) !== failing.get(id),
    )
    if (isFresh || isHiddenChanged) this.update()
  }

  /** How many failures hidden columns have, all of them or some. */
  hiddenFailures(ids: Iterable<string> = this.shownColumns.hidden.keys()): number {
    let count = 0
    for (const id of ids) count += this.failing.get(id) ?? 0
    return count
  }

  /** @returns whether there are new ones among them, and only relevant columns are shown */
  private addRelevant(ids: Iterable<string>): boolean {
    const { relevant } = this.context
    const fresh = this.currentLayout.relevantOnly ? [...ids].filter(id => !relevant.has(id)) : []
    if (fresh.length === 0) return false
    this.context = { ...this.context, relevant: new Set([...relevant, ...fresh]) }
    return true
  }

  private update(): void {
    this.shownColumns = layOutColumns(this.set, this.currentLayout, this.context)
    this.version++
    for (const listener of this.listeners) listener()
  }
}

const withLeading = (own: ColumnSet, leading: Column | undefined): ColumnSet =>
  leading ? { columns: [leading, ...own.columns], key: own.key, leading: leading.id } : own

const minus = (ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter(id => !gone.includes(id)))

/**
 * Ids of the columns that are required, filled in any line, or failing. It reads lines until every column is known to
 * be filled, in the worst case all lines, so that it is too slow for every keystroke.
 */
export function relevantColumns(
  columns: readonly Column[],
  lines: Iterable<Pick<Line, 'texts'>>,
  failing: Iterable<string>,
): Set<string> {
  const relevant = new Set(failing)
  for (const column of columns) if (column.required) relevant.add(column.id)
  let open = columns.flatMap(({ id }) => (relevant.has(id) ? [] : [id]))
  for (const { texts } of lines) {
    if (open.length === 0) break
    const filled = open.filter(id => isFilled(texts, id))
    if (filled.length === 0) continue
    for (const id of filled) relevant.add(id)
    open = open.filter(id => !relevant.has(id))
  }
  return relevant
}

/** The given columns in which a patch writes a text. Only what the patch writes is read. */
export function filledColumns({ inserted, changes }: Patch, columns: readonly string[]): readonly string[] {
  return columns.filter(
    id =>
      inserted.some(({ texts }) => isFilled(texts, id)) || changes.some(({ after }) => isFilled(after, id)),
  )
}

const isFilled = (texts: Texts, id: string): boolean => !isBlank(texts[id] ?? '')
