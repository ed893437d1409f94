import type { GridSource } from '@/components/grid/source'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { type Area, isOneCell, nextCell, rangeOfArea, type Shape, type StepDirection } from './areas'
import { GridIndex } from './grid-index'
import type { Position } from './moves'
import { rowKey } from './row-key'

/** The active cell and its last position: once its line is removed, the line at that position replaces it. */
interface ActiveCell {
  cell: CellAddress
  row: number
}

/** The part of a source that a selection needs. */
type Source = Pick<GridSource, 'rows' | 'columns' | 'indexOf' | 'activate' | 'sort'>

const LAST = Number.MAX_SAFE_INTEGER

/**
 * The active cell and the selection: one or more ranges; the active cell is in one of them. Both are kept by ids,
 * so lines may be sorted, added and removed. Rows render only their own part of it. No method walks the lines, however
 * many are selected.
 */
export class Selection {
  private areas: readonly Area[] = []
  private current = 0
  private activeCell: ActiveCell | null = null
  private scrollTarget: CellAddress | null = null
  private hasJumped = false
  private tabStart: string | null = null
  private moves = 0
  private notifiedRows: readonly LineId[] = []
  /** The sort of the lines when their positions were read last. */
  private sorted: ReturnType<Source['sort']>
  /** All positions, until something moves. */
  private cachedLayout: { readonly ranges: readonly CellRange[]; readonly active: Position } | undefined
  private preview: CellRange | null = null
  private readonly listeners = new Set<() => void>()

  private readonly index: GridIndex

  constructor(private readonly source: Source) {
    this.index = new GridIndex(source)
    this.sorted = source.sort()
  }

  /** The same selection in another source of the same lines, for example one with texts in another language. */
  inSource(source: Source): Selection {
    const other = new Selection(source)
    other.areas = this.areas
    other.current = this.current
    other.activeCell = this.activeCell
    other.moves = this.moves
    source.activate(this.activeCell?.cell.line)
    return other
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get active(): CellAddress | null {
    this.sync()
    return this.activeCell?.cell ?? null
  }

  /** The far corner of the current range. */
  get head(): CellAddress | null {
    this.sync()
    return this.areas[this.current]?.head ?? null
  }

  /** The cell to scroll into view after the last move; null where the view may stay. */
  get scrollTo(): CellAddress | null {
    this.sync()
    return this.scrollTarget
  }

  /**
   * Whether the last move came from outside of the sheet, as to the next error: the rows around the cell belong in
   * view.
   */
  get isJump(): boolean {
    return this.hasJumped
  }

  /** The column where a series of Tab keys began; null after any other move. */
  get tabHome(): string | null {
    return this.tabStart
  }

  /** Rises with every move, also to the same cell, and with every other change that rows show. */
  get version(): number {
    this.sync()
    return this.moves
  }

  /** Must be called when lines or columns are added, removed or moved: listeners are notified if their part changed. */
  refresh = (): void => {
    this.sync()
    if (this.notifiedRows === this.index.rows && this.cachedLayout) return
    this.notify()
  }

  /** Selects one cell, or the rectangle to `head`, and scrolls to `wanted`. */
  moveTo(active: CellAddress, head: CellAddress = active, wanted: CellAddress | null = head): void {
    this.selectBetween('cells', active, head, { wanted })
  }

  /** Selects one cell that the operator did not move to by the keys or the pointer of the sheet. */
  jumpTo(cell: CellAddress): void {
    this.selectBetween('cells', cell, cell, { wanted: cell, isJump: true })
  }

  /** Moves by Tab. @param home the column where the series began */
  tabTo(cell: CellAddress, home: string, wanted: CellAddress): void {
    this.moveTo(cell, cell, wanted)
    this.tabStart = home
  }

  /** Moves the far corner of the current range; the active cell stays. */
  extendTo(head: CellAddress, wanted: CellAddress | null = head): void {
    const { active } = this
    const shape = this.areas[this.current]?.shape ?? 'cells'
    if (active)
      this.selectBetween(shape === 'sheet' ? 'cells' : shape, active, head, { wanted, keep: 'others' })
  }

  /**
   * Selects between two cells, or the whole lines or columns of two cells.
   * @param how `keep`: 'all' adds to the selection, 'others' replaces only the current range; without it the selection
   * is replaced. `wanted`: the cell to scroll into view
   */
  selectBetween(
    shape: Shape,
    anchor: CellAddress,
    head: CellAddress,
    how: {
      keep?: 'all' | 'others'
      wanted?: CellAddress | null
      active?: CellAddress
      isJump?: boolean
    } = {},
  ): void {
    this.sync()
    const [from, to] = [this.nearest(anchor), this.nearest(head)]
    if (!from || !to) return
    this.tabStart = null
    const kept =
      how.keep === undefined ? [] : this.areas.filter((_, i) => how.keep === 'all' || i !== this.current)
    this.areas = [...kept, { shape, anchor: from, head: to }]
    this.current = kept.length
    this.setActive(how.active ? (this.nearest(how.active) ?? from) : from)
    this.changed(how.wanted ? this.nearest(how.wanted) : null, how.isJump)
  }

  /** Ctrl and a click: adds a cell, or removes one that was added by itself. */
  toggle(cell: CellAddress): void {
    const { row, column } = this.position(cell)
    const ranges = this.rectangles()
    const at = ranges.findIndex(range => isOneCell(range) && range.top === row && range.left === column)
    if (at === -1) this.selectBetween('cells', cell, cell, { keep: 'all' })
    else if (ranges.length === 1) this.moveTo(cell)
    else this.removeArea(at)
  }

  /** Extends the selection to whole lines or columns. */
  widen(shape: 'lines' | 'columns' | 'sheet'): void {
    this.sync()
    const area = this.areas[this.current]
    const { active } = this
    if (!area || !active) return
    const grown = area.shape !== 'cells' && area.shape !== shape ? 'sheet' : shape
    this.areas = this.areas.map(one => (one.shape === 'cells' ? { ...one, shape: grown } : one))
    this.selectBetween(
      grown,
      area.anchor,
      area.head,
      grown === 'sheet' ? { active } : { keep: 'others', active },
    )
  }

  /** Enter and Tab inside a selection of several cells. @returns false where only one cell is selected */
  step(step: StepDirection): boolean {
    const ranges = this.rectangles()
    const [first] = ranges
    if (!first || (ranges.length === 1 && isOneCell(first))) return false
    const next = nextCell(ranges, this.current, this.position(), step)
    const cell = this.at(next.at.row, next.at.column)
    if (!cell) return false
    this.current = next.range
    this.setActive(cell)
    this.changed(cell)
    return true
  }

  /** Position of the active cell, or of another one. */
  position(of: CellAddress | null = this.active): Position {
    this.sync()
    return this.index.position(of)
  }

  /** The cell at a position; positions outside of the sheet are clamped. */
  at(row: number, column: number): CellAddress | undefined {
    this.sync()
    return this.index.at(row, column)
  }

  /** The current range: the one with the active cell. */
  range(): CellRange {
    return this.rectangles()[this.current] ?? { top: 0, bottom: 0, left: 0, right: 0 }
  }

  /** All selected ranges, the current one last. */
  ranges(): readonly CellRange[] {
    const all = this.rectangles()
    const mine = all[this.current]
    return mine ? [...all.filter(range => range !== mine), mine] : all
  }

  /** Selects a rectangle. @param scroll 'there' scrolls to its first cell */
  select({ top, left, bottom, right }: CellRange, scroll: 'there' | 'stay'): void {
    const [active, head] = [this.at(top, left), this.at(bottom, right)]
    if (active && head) this.moveTo(active, head, scroll === 'there' ? active : null)
  }

  /** @returns a function that selects the rectangle that a paste filled, unless the operator moved to another cell */
  pasteReceiver(): (received: CellRange) => void {
    const isStill = this.activeCellCheck()
    return received => {
      if (isStill()) this.select(received, 'there')
    }
  }

  /** @returns a function that selects the active cell where its line has moved to, unless the operator left the cell */
  follower(): () => void {
    const isStill = this.activeCellCheck()
    return () => {
      if (this.active && isStill()) this.moveTo(this.active)
    }
  }

  /** @returns a function that says whether the cell that is active now is still active */
  private activeCellCheck(): () => boolean {
    const { active: start } = this
    return () => this.active?.line === start?.line && this.active?.column === start?.column
  }

  /**
   * Moves to a cell. Where it is the first of the current range, that range stays selected and is scrolled into view.
   */
  revealOrMoveTo(cell: CellAddress): void {
    const { row, column } = this.position(cell)
    const { top, left } = this.range()
    if (row === top && column === left) this.changed(this.nearest(cell))
    else this.moveTo(cell)
  }

  /** Selects everything; the active cell stays. */
  selectAll(): void {
    const [first, last] = [this.at(0, 0), this.at(LAST, LAST)]
    if (first && last) this.selectBetween('sheet', first, last, { active: this.active ?? first })
  }

  /** Shows the range of a fill; null hides it. */
  showFillPreview(preview: CellRange | null): void {
    this.preview = preview
    this.changed(null)
  }

  /** The part of the selection that a row shows, as a text (row-key.ts). */
  rowKey(row: number): string {
    const { ranges, active } = this.layout()
    if (!this.activeCell) return ''
    const mine = ranges[this.current]
    const corner = mine?.whole === undefined || mine.whole === 'lines' ? mine : undefined
    return rowKey(row, { ranges, active, corner, preview: this.preview })
  }

  private removeArea(at: number): void {
    this.areas = this.areas.filter((_, i) => i !== at)
    this.current = this.areas.length - 1
    const last = this.areas[this.current]
    if (last) this.setActive(last.anchor)
    this.changed(null)
  }

  private rectangles(): readonly CellRange[] {
    return this.layout().ranges
  }

  private layout(): NonNullable<Selection['cachedLayout']> {
    this.sync()
    const { last } = this.index
    this.cachedLayout ??= {
      ranges: this.areas.map(({ shape, anchor, head }) =>
        rangeOfArea(shape, this.position(anchor), this.position(head), last),
      ),
      active: this.position(),
    }
    return this.cachedLayout
  }

  /** Follows the source. Repeated calls without a change do nothing, so it may be called during render. */
  private sync(): void {
    const { lines, toShown } = this.index.update()
    if (!lines && !toShown) return
    this.cachedLayout = undefined
    const was = this.activeCell?.cell
    if (toShown) this.followColumns(toShown)
    if (lines) this.followLines()
    if (this.activeCell?.cell === was) return
    this.scrollTarget = null
    this.moves++
  }

  /** Moves corners and active cell out of hidden columns, so that no edit goes to an invisible cell. */
  private followColumns(toShown: (cell: CellAddress) => CellAddress): void {
    this.areas = this.areas.map(({ shape, anchor, head }) => ({
      shape,
      anchor: toShown(anchor),
      head: toShown(head),
    }))
    if (this.activeCell) this.activeCell = { ...this.activeCell, cell: toShown(this.activeCell.cell) }
  }

  /**
   * Removes ranges whose lines are removed, or were parted by a sort. The current range stays, if need be only on the
   * active cell.
   */
  private followLines(): void {
    const sort = this.source.sort()
    const isSorted = sort !== this.sorted
    this.sorted = sort
    const was = this.activeCell?.cell ?? this.index.at(0, 0)
    const now = was ? this.nearest(was) : null
    if (!now) {
      this.activeCell = null
      this.areas = []
      return
    }
    const mine = this.areas[this.current] ?? { shape: 'cells', anchor: now, head: now }
    const others = this.areas.filter(area => area !== mine && this.isTogether(area, isSorted))
    this.areas = [...others, this.isTogether(mine, isSorted) ? mine : { ...mine, anchor: now, head: now }]
    this.current = others.length
    this.setActive(now)
  }

  /** Whether an area that depends on lines still has the same ones between its corners. */
  private isTogether({ shape, anchor, head }: Area, isSorted: boolean): boolean {
    if (shape === 'columns' || shape === 'sheet') return true
    if (isSorted && anchor.line !== head.line) return false
    return this.index.hasLine(anchor) && this.index.hasLine(head)
  }

  private nearest(cell: CellAddress): CellAddress | null {
    return this.index.nearest(
      cell,
      this.activeCell?.cell.line === cell.line ? this.activeCell.row : undefined,
    )
  }

  private setActive(cell: CellAddress): void {
    this.activeCell = { cell, row: this.index.position(cell).row }
    this.source.activate(cell.line)
  }

  private changed(wanted: CellAddress | null, isJump = false): void {
    this.scrollTarget = wanted
    this.hasJumped = isJump
    this.cachedLayout = undefined
    this.moves++
    this.notify()
  }

  private notify(): void {
    this.notifiedRows = this.index.rows
    for (const listener of this.listeners) listener()
  }
}
