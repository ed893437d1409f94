import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { CellRange } from './source'

/** Positions of what is on the screen now. */
export interface Layout {
  readonly rows: readonly LineId[]
  readonly columns: readonly string[]
}

/**
 * Where the operator stands, and the rectangle from there to `head`. Kept by ids: lines may be sorted, added
 * and removed around them. Rows subscribe for the part that concerns them alone.
 */
export class Selection {
  active: CellAddress | null = null
  head: CellAddress | null = null
  private layout: Layout = { rows: [], columns: [] }
  private rowAt = new Map<LineId, number>()
  private columnAt = new Map<string, number>()
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Takes in what is on the screen now; a cell that is gone gives way to the one nearest to where it stood. */
  arrange(layout: Layout): void {
    if (layout.rows !== this.layout.rows) {
      const was = this.active ? this.rowAt.get(this.active.line) : undefined
      this.rowAt = new Map(layout.rows.map((id, i) => [id, i]))
      if (this.active && !this.rowAt.has(this.active.line)) {
        const line = layout.rows[Math.min(was ?? 0, layout.rows.length - 1)]
        this.active = line === undefined ? null : { line, column: this.active.column }
        this.head = this.active
      } else if (this.head && !this.rowAt.has(this.head.line)) this.head = this.active
    }
    if (layout.columns !== this.layout.columns)
      this.columnAt = new Map(layout.columns.map((id, i) => [id, i]))
    this.layout = layout
    const [line, column] = [layout.rows[0], layout.columns[0]]
    if (!this.active && line !== undefined && column !== undefined) this.moveTo({ line, column })
  }

  moveTo(active: CellAddress, head: CellAddress = active): void {
    this.active = active
    this.head = head
    for (const listener of this.listeners) listener()
  }

  /** Moves the far corner, the active cell stays. */
  extendTo(head: CellAddress): void {
    if (this.active) this.moveTo(this.active, head)
  }

  /** Position of the active cell, or of the head. */
  position(of: CellAddress | null = this.active): { row: number; column: number } {
    return {
      row: this.rowAt.get(of?.line ?? '') ?? 0,
      column: this.columnAt.get(of?.column ?? '') ?? 0,
    }
  }

  /** The address at a position, kept inside the sheet. */
  at(row: number, column: number): CellAddress | undefined {
    const { rows, columns } = this.layout
    const line = rows[Math.max(0, Math.min(row, rows.length - 1))]
    const id = columns[Math.max(0, Math.min(column, columns.length - 1))]
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

  select({ top, left, bottom, right }: CellRange): void {
    const [active, head] = [this.at(top, left), this.at(bottom, right)]
    if (active && head) this.moveTo(active, head)
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
}
