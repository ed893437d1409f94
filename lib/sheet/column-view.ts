import { hide, show } from './column-acts'
import { type ColumnLayout, type ColumnSet, type LaidOut, type Look, layOut } from './column-layout'
import type { Column } from './columns'

/** Layouts are the same when they say the same, whatever the order in which it was said. */
export function isSameLayout(a: ColumnLayout, b: ColumnLayout): boolean {
  const plain = (layout: ColumnLayout) =>
    JSON.stringify([
      layout.order,
      Object.entries(layout.widths).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ...[layout.hidden, layout.pinned, layout.folded].map(ids => ids.toSorted()),
      layout.mattering,
    ])
  return plain(a) === plain(b)
}

/**
 * The columns of a sheet that is open: how they are laid out, and which are shown for now although they would be
 * away. It holds no DOM and knows no network; screens subscribe, and whoever stores layouts listens to `onChange`.
 */
export class ColumnView {
  /** Counts everything that a screen may show of the columns. */
  version = 0
  onChange: (layout: ColumnLayout) => void = () => {}
  /** How many failures stand in each column that has any. */
  failing: ReadonlyMap<string, number> = new Map()
  private wanted: ColumnLayout
  private look: Look = { mattering: new Set(), revealed: new Set(), room: Number.POSITIVE_INFINITY }
  private laid: LaidOut
  private readonly listeners = new Set<() => void>()

  /** @param findMattering ids of the columns that are required, filled or failing now; asked only when it matters */
  constructor(
    readonly set: ColumnSet,
    layout: ColumnLayout,
    private readonly findMattering: () => ReadonlySet<string>,
  ) {
    this.wanted = layout
    if (layout.mattering) this.look = { ...this.look, mattering: findMattering() }
    this.laid = layOut(set, layout, this.look)
  }

  get layout(): ColumnLayout {
    return this.wanted
  }

  /** What is on the screen; the same object until it changes. */
  get shown(): LaidOut {
    return this.laid
  }

  /** The columns on the screen, left to right; the same array until they change. */
  columns = (): readonly Column[] => this.laid.columns

  /** How many columns from the left stay in view. */
  pinned = (): number => this.laid.pinned

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Whether a column is shown only for now. */
  isRevealed(id: string): boolean {
    return this.look.revealed.has(id)
  }

  /** Takes another layout. What was shown for now goes back where the layout has it. */
  choose(layout: ColumnLayout): void {
    const mattering = layout.mattering ? this.findMattering() : new Set<string>()
    this.look = { ...this.look, mattering, revealed: new Set() }
    this.wanted = layout
    this.update()
    this.onChange(layout)
  }

  /**
   * Takes a layout that follows from the one before by an act.
   * @param isOver false while the act goes on, as a drag does: it is not saved yet
   */
  change(layout: ColumnLayout, isOver = true): void {
    if (layout.mattering && !this.wanted.mattering) {
      this.look = { ...this.look, mattering: this.findMattering() }
    }
    this.wanted = layout
    this.update()
    if (isOver) this.onChange(layout)
  }

  /** Takes in how much room columns have in view, in CSS pixels. */
  give(room: number): void {
    this.look = { ...this.look, room }
    if (layOut(this.set, this.wanted, this.look).pinned !== this.laid.pinned) this.update()
  }

  /** Takes columns off the screen. */
  hide(ids: readonly string[]): void {
    this.look = { ...this.look, revealed: minus(this.look.revealed, ids) }
    this.change(hide(this.wanted, ids))
  }

  /** Brings a column back for good where its own hiding had it away, else for now. */
  show(id: string): void {
    this.change(show(this.wanted, [id]))
    this.reveal(id)
  }

  /** Folds a group away, or unfolds it; what was shown of it for now goes with it. */
  fold(layout: ColumnLayout, group: string): void {
    const ids = this.set.columns.flatMap(column => (column.group === group ? [column.id] : []))
    this.look = { ...this.look, revealed: minus(this.look.revealed, ids) }
    this.change(layout)
  }

  /** Shows a column for now. @returns whether it was away */
  reveal(id: string): boolean {
    if (!this.laid.away.has(id)) return false
    this.look = { ...this.look, revealed: new Set([...this.look.revealed, id]) }
    this.update()
    return true
  }

  /** Looks anew which columns are required, filled or failing, if only those are shown. */
  refresh(): void {
    if (!this.wanted.mattering) return
    this.look = { ...this.look, mattering: this.findMattering() }
    this.update()
  }

  /**
   * Takes in how many failures stand in each column: one that fails shows itself where only what matters is shown.
   * Whoever subscribes hears of it when that changes what is said of columns that are away.
   */
  noteFailing(failing: ReadonlyMap<string, number>): void {
    const before = this.failing
    this.failing = failing
    const fresh = this.wanted.mattering ? [...failing.keys()].filter(id => !this.look.mattering.has(id)) : []
    if (fresh.length > 0) this.look = { ...this.look, mattering: new Set([...this.look.mattering, ...fresh]) }
    const isHeard = [...this.laid.away.keys()].some(id => before.get(id) !== failing.get(id))
    if (fresh.length > 0 || isHeard) this.update()
  }

  /** How many failures stand in columns that are away, of all or of some. */
  failuresAway(ids: Iterable<string> = this.laid.away.keys()): number {
    let count = 0
    for (const id of ids) count += this.failing.get(id) ?? 0
    return count
  }

  private update(): void {
    this.laid = layOut(this.set, this.wanted, this.look)
    this.version++
    for (const listener of this.listeners) listener()
  }
}

const minus = (ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter(id => !gone.includes(id)))
