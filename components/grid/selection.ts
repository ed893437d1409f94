import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { CellRange } from '@/lib/sheet/ranges'
import { type Area, isOneCell, rangeOf, type Shape, type Step, walk } from './areas'
import { Floor } from './floor'
import type { Position } from './moves'
import { rowKey } from './row-key'
import type { GridSource } from './source'

/** A cell, and where it stood when it was looked up last: once its line is gone, what stands there takes its place. */
interface Spot {
  cell: CellAddress
  row: number
}

const FAR = Number.MAX_SAFE_INTEGER

/**
 * Where the operator stands, and what is selected: one range or several, of which the operator works on one, the
 * one that holds the active cell. Kept by ids: lines may be sorted, added and removed around them. Rows subscribe
 * for the part that concerns them alone. Nothing here walks the lines, however many are selected.
 */
export class Selection {
  private areas: readonly Area[] = []
  private current = 0
  private stand: Spot | null = null
  private follow: CellAddress | null = null
  private began: string | null = null
  private moves = 0
  private told: readonly LineId[] = []
  /** Where everything lies on the screen, until something moves. */
  private laid: { readonly ranges: readonly CellRange[]; readonly active: Position } | undefined
  private preview: CellRange | null = null
  private readonly listeners = new Set<() => void>()

  private readonly floor: Floor

  constructor(source: Pick<GridSource, 'rows' | 'columns' | 'indexOf'>) {
    this.floor = new Floor(source)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get active(): CellAddress | null {
    this.sync()
    return this.stand?.cell ?? null
  }

  /** The far corner of the range that the operator works on. */
  get head(): CellAddress | null {
    this.sync()
    return this.areas[this.current]?.head ?? null
  }

  /** The cell that the last move wants in view; null when the view may stay as it is. */
  get wanted(): CellAddress | null {
    this.sync()
    return this.follow
  }

  /** The column where Tab began to walk across the line; null once the operator went anywhere else. */
  get home(): string | null {
    return this.began
  }

  /** Rises with every move, one to the same cell too, and with whatever else is shown of the selection. */
  get version(): number {
    this.sync()
    return this.moves
  }

  /** To be called when lines or columns came, went or changed places: whoever shows the selection looks again. */
  refresh = (): void => {
    this.sync()
    if (this.told === this.floor.rows && this.laid) return
    this.tell()
  }

  /** Stands on `active` alone, or on the rectangle to `head`; the view goes to `wanted`. */
  moveTo(active: CellAddress, head: CellAddress = active, wanted: CellAddress | null = head): void {
    this.take('cells', active, head, { wanted })
  }

  /** On with Tab: to a cell, from a walk that began in a column. */
  walkTo(cell: CellAddress, home: string, wanted: CellAddress): void {
    this.moveTo(cell, cell, wanted)
    this.began = home
  }

  /** Moves the far corner of the range that the operator works on; the active cell stays. */
  extendTo(head: CellAddress, wanted: CellAddress | null = head): void {
    const { active } = this
    const shape = this.areas[this.current]?.shape ?? 'cells'
    if (active) this.take(shape === 'sheet' ? 'cells' : shape, active, head, { wanted, beside: 'others' })
  }

  /**
   * Selects between two cells, which stand for their lines or columns when those are selected whole.
   * @param how `beside`: 'all' keeps what is selected and adds to it, 'others' replaces the range the operator works
   * on; else nothing else stays selected. `wanted`: the cell to bring into view
   */
  take(
    shape: Shape,
    anchor: CellAddress,
    head: CellAddress,
    how: { beside?: 'all' | 'others'; wanted?: CellAddress | null; active?: CellAddress } = {},
  ): void {
    this.sync()
    const [from, to] = [this.nearest(anchor), this.nearest(head)]
    if (!from || !to) return
    this.began = null
    const kept =
      how.beside === undefined ? [] : this.areas.filter((_, i) => how.beside === 'all' || i !== this.current)
    this.areas = [...kept, { shape, anchor: from, head: to }]
    this.current = kept.length
    this.stands(how.active ? (this.nearest(how.active) ?? from) : from)
    this.moved(how.wanted ? this.nearest(how.wanted) : null)
  }

  /** Ctrl and a click: adds a cell, or lets go of one that was added alone. */
  toggle(cell: CellAddress): void {
    const { row, column } = this.position(cell)
    const ranges = this.rectangles()
    const at = ranges.findIndex(range => isOneCell(range) && range.top === row && range.left === column)
    if (at === -1) this.take('cells', cell, cell, { beside: 'all' })
    else if (ranges.length === 1) this.moveTo(cell)
    else this.drop(at)
  }

  /** Selects the whole lines, or columns, of what is selected. */
  widen(shape: 'lines' | 'columns' | 'sheet'): void {
    this.sync()
    const area = this.areas[this.current]
    const { active } = this
    if (!area || !active) return
    const grown = area.shape !== 'cells' && area.shape !== shape ? 'sheet' : shape
    this.areas = this.areas.map(one => (one.shape === 'cells' ? { ...one, shape: grown } : one))
    this.take(grown, area.anchor, area.head, grown === 'sheet' ? { active } : { beside: 'others', active })
  }

  /** Enter and Tab inside a selection of several cells. @returns false when there is only one cell */
  step(step: Step): boolean {
    const ranges = this.rectangles()
    const [first] = ranges
    if (!first || (ranges.length === 1 && isOneCell(first))) return false
    const next = walk(ranges, this.current, this.position(), step)
    const cell = this.at(next.at.row, next.at.column)
    if (!cell) return false
    this.current = next.range
    this.stands(cell)
    this.moved(cell)
    return true
  }

  /** Position of the active cell, or of another one. */
  position(of: CellAddress | null = this.active): Position {
    this.sync()
    return this.floor.position(of)
  }

  /** The address at a position, kept inside the sheet. */
  at(row: number, column: number): CellAddress | undefined {
    this.sync()
    return this.floor.at(row, column)
  }

  /** The range that the operator works on. */
  range(): CellRange {
    return this.rectangles()[this.current] ?? { top: 0, bottom: 0, left: 0, right: 0 }
  }

  /** Everything that is selected; the range that the operator works on comes last. */
  ranges(): readonly CellRange[] {
    const all = this.rectangles()
    const mine = all[this.current]
    return mine ? [...all.filter(range => range !== mine), mine] : all
  }

  /** Selects a rectangle. `look`: the view goes to its first cell; else it stays where it is. */
  select({ top, left, bottom, right }: CellRange, look: 'there' | 'stay'): void {
    const [active, head] = [this.at(top, left), this.at(bottom, right)]
    if (active && head) this.moveTo(active, head, look === 'there' ? active : null)
  }

  /** Goes where something happened; what is selected stays so where it happened in that very range. */
  comeTo(cell: CellAddress): void {
    const { row, column } = this.position(cell)
    const { top, left } = this.range()
    if (row === top && column === left) this.moved(this.nearest(cell))
    else this.moveTo(cell)
  }

  /** Everything; the operator stays where they stand. */
  selectAll(): void {
    const [first, last] = [this.at(0, 0), this.at(FAR, FAR)]
    if (first && last) this.take('sheet', first, last, { active: this.active ?? first })
  }

  /** Shows what a fill would cover; null: nothing any more. */
  show(preview: CellRange | null): void {
    this.preview = preview
    this.moved(null)
  }

  /** What a row has to show of the selection (row-key.ts). */
  rowKey(row: number): string {
    const { ranges, active } = this.lay()
    if (!this.stand) return ''
    const mine = ranges[this.current]
    const corner = mine?.whole === undefined || mine.whole === 'lines' ? mine : undefined
    return rowKey(row, { ranges, active, corner, preview: this.preview })
  }

  private drop(at: number): void {
    this.areas = this.areas.filter((_, i) => i !== at)
    this.current = this.areas.length - 1
    const last = this.areas[this.current]
    if (last) this.stands(last.anchor)
    this.moved(null)
  }

  private rectangles(): readonly CellRange[] {
    return this.lay().ranges
  }

  private lay(): NonNullable<Selection['laid']> {
    this.sync()
    const { last } = this.floor
    this.laid ??= {
      ranges: this.areas.map(({ shape, anchor, head }) =>
        rangeOf(shape, this.position(anchor), this.position(head), last),
      ),
      active: this.position(),
    }
    return this.laid
  }

  /** Takes in what is on the screen now. Any number of calls between two changes are one: rendering may call it. */
  private sync(): void {
    const { lines, toShown } = this.floor.look()
    if (!lines && !toShown) return
    this.laid = undefined
    const was = this.stand?.cell
    if (toShown) this.keepToColumns(toShown)
    if (lines) this.keepToLines()
    if (this.stand?.cell === was) return
    this.follow = null
    this.moves++
  }

  /** What stood in a column that is away now stands in the one beside it: nothing is typed where nobody looks. */
  private keepToColumns(toShown: (cell: CellAddress) => CellAddress): void {
    this.areas = this.areas.map(({ shape, anchor, head }) => ({
      shape,
      anchor: toShown(anchor),
      head: toShown(head),
    }))
    if (this.stand) this.stand = { ...this.stand, cell: toShown(this.stand.cell) }
  }

  /** A range whose lines are gone is let go of; the one that holds the active cell stays, on that cell if need be. */
  private keepToLines(): void {
    const was = this.stand?.cell ?? this.floor.at(0, 0)
    const now = was ? this.nearest(was) : null
    if (!now) {
      this.stand = null
      this.areas = []
      return
    }
    const mine = this.areas[this.current] ?? { shape: 'cells', anchor: now, head: now }
    const others = this.areas.filter(area => area !== mine && this.isLeft(area))
    this.areas = [...others, this.isLeft(mine) ? mine : { ...mine, anchor: now, head: now }]
    this.current = others.length
    this.stands(now)
  }

  /** Whether the lines of both corners are on the screen, as far as the area depends on lines. */
  private isLeft({ shape, anchor, head }: Area): boolean {
    return (
      shape === 'columns' || shape === 'sheet' || (this.floor.isThere(anchor) && this.floor.isThere(head))
    )
  }

  private nearest(cell: CellAddress): CellAddress | null {
    return this.floor.nearest(cell, this.stand?.cell.line === cell.line ? this.stand.row : undefined)
  }

  private stands(cell: CellAddress): void {
    this.stand = { cell, row: this.floor.position(cell).row }
  }

  private moved(wanted: CellAddress | null): void {
    this.follow = wanted
    this.laid = undefined
    this.moves++
    this.tell()
  }

  private tell(): void {
    this.told = this.floor.rows
    for (const listener of this.listeners) listener()
  }
}
