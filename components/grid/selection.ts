import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { CellRange, GridSource } from './source'

/**
 * Where the operator stands, and the rectangle from there to `head`. Kept by ids: lines may be sorted, added
 * and removed around them. Rows subscribe for the part that concerns them alone.
 */
export class Selection {
  private cell: CellAddress | null = null
  private corner: CellAddress | null = null
  private follow: CellAddress | null = null
  private moves = 0
  private known: readonly LineId[] = []
  private told: readonly LineId[] = []
  private rowAt = new Map<LineId, number>()
  private rowBefore = new Map<LineId, number>()
  private columnsKnown: readonly Column[] = []
  private columnAt: ReadonlyMap<string, number> = new Map()
  private readonly listeners = new Set<() => void>()

  /** @param source its lines and its columns on the screen now; the same arrays until they change. */
  constructor(private readonly source: Pick<GridSource, 'rows' | 'columns'>) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get active(): CellAddress | null {
    this.sync()
    return this.cell
  }

  get head(): CellAddress | null {
    this.sync()
    return this.corner
  }

  /** The cell that the last move wants in view; null when the view may stay as it is. */
  get wanted(): CellAddress | null {
    this.sync()
    return this.follow
  }

  /** Rises with every move; one to the same cell counts too, for the view returns to it. */
  get version(): number {
    this.sync()
    return this.moves
  }

  /** To be called when lines came, went or changed places: whoever shows the selection looks again. */
  refresh = (): void => {
    this.sync()
    if (this.told === this.known) return
    this.tell()
  }

  /** Stands on `active` alone, or on the rectangle to `head`; the view goes to `wanted`. */
  moveTo(active: CellAddress, head: CellAddress = active, wanted: CellAddress | null = head): void {
    this.sync()
    this.cell = this.nearest(active)
    this.corner = head === active ? this.cell : this.nearest(head)
    this.follow = wanted && this.nearest(wanted)
    this.moves++
    this.tell()
  }

  /** Moves the far corner, the active cell stays. */
  extendTo(head: CellAddress): void {
    const { active } = this
    if (active) this.moveTo(active, head)
  }

  /** Position of the active cell, or of another one. */
  position(of: CellAddress | null = this.active): { row: number; column: number } {
    this.sync()
    return {
      row: this.rowAt.get(of?.line ?? '') ?? 0,
      column: this.columnAt.get(of?.column ?? '') ?? 0,
    }
  }

  /** The address at a position, kept inside the sheet. */
  at(row: number, column: number): CellAddress | undefined {
    this.sync()
    const line = this.known[Math.max(0, Math.min(row, this.known.length - 1))]
    const id = this.columnsKnown[Math.max(0, Math.min(column, this.columnsKnown.length - 1))]?.id
    return line === undefined || id === undefined ? undefined : { line, column: id }
  }

  range(): CellRange {
    const a = this.position()
    const b = this.position(this.head)
    return {
      top: Math.min(a.row, b.row),
      bottom: Math.max(a.row, b.row),
      left: Math.min(a.column, b.column),
      right: Math.max(a.column, b.column),
    }
  }

  /** Selects a rectangle. `look`: the view goes to its first cell; else it stays where it is. */
  select({ top, left, bottom, right }: CellRange, look: 'there' | 'stay'): void {
    const [active, head] = [this.at(top, left), this.at(bottom, right)]
    if (active && head) this.moveTo(active, head, look === 'there' ? active : null)
  }

  /**
   * What a row has to show of the selection, as one text so that a row renders only when its own part changes:
   * `active,left,right`, each -1 when the row has none.
   */
  rowKey(row: number): string {
    const active = this.position()
    const { top, bottom, left, right } = this.range()
    const inside = row >= top && row <= bottom && this.active !== null
    const at = this.active !== null && active.row === row ? active.column : -1
    return inside ? `${at},${left},${right}` : `${at},-1,-1`
  }

  /** Takes in what is on the screen now. Any number of calls between two changes are one: rendering may call it. */
  private sync(): void {
    const [rows, columns] = [this.source.rows(), this.source.columns()]
    if (columns !== this.columnsKnown) {
      this.columnsKnown = columns
      this.columnAt = new Map(columns.map(({ id }, i) => [id, i]))
    }
    if (rows === this.known) return
    this.known = rows
    this.rowBefore = this.rowAt
    this.rowAt = new Map(rows.map((id, i) => [id, i]))
    const was = this.cell
    this.cell = this.nearest(was ?? { line: '', column: columns[0]?.id ?? '' })
    if (this.corner === was || !this.corner || !this.rowAt.has(this.corner.line)) this.corner = this.cell
    if (this.cell === was) return
    this.follow = null
    this.moves++
  }

  /** The cell itself while its line is on the screen, else the one that stands where it stood last. */
  private nearest(cell: CellAddress): CellAddress | null {
    if (this.rowAt.has(cell.line)) return cell
    const row = Math.min(this.rowBefore.get(cell.line) ?? 0, this.known.length - 1)
    const line = this.known[row]
    return line === undefined ? null : { line, column: cell.column }
  }

  private tell(): void {
    this.told = this.known
    for (const listener of this.listeners) listener()
  }
}
