import type { GridSource } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Position } from './moves'

/** The changes since the last update. */
interface Changed {
  readonly lines: boolean
  /** Moves a cell of a hidden column to a visible one; undefined where the columns are the same. */
  readonly toShown: ((cell: CellAddress) => CellAddress) | undefined
}

/** The positions of the visible lines and columns, for a selection. */
export class GridIndex {
  rows: readonly LineId[] = []
  private previousRows: readonly LineId[] = []
  private columns: readonly Column[] = []
  private columnAt: ReadonlyMap<string, number> = new Map()
  /** Position of the line of the last request: while the view scrolls, the same line is requested again. */
  private lastRow = 0

  /** @param source returns the same arrays until they change */
  constructor(private readonly source: Pick<GridSource, 'rows' | 'columns' | 'indexOf'>) {}

  /** Reads the lines and columns of the source, where they changed. */
  update(): Changed {
    const [rows, columns] = [this.source.rows(), this.source.columns()]
    const toShown = columns === this.columns ? undefined : this.updateColumns(columns)
    if (rows === this.rows) return { lines: false, toShown }
    this.previousRows = this.rows
    this.rows = rows
    return { lines: true, toShown }
  }

  /** Position of the last cell. */
  get last(): Position {
    return { row: this.rows.length - 1, column: this.columns.length - 1 }
  }

  hasLine({ line }: CellAddress): boolean {
    return this.source.indexOf(line) !== -1
  }

  /** Position of a cell; 0 where it is not visible. */
  position(cell: CellAddress | null): Position {
    const line = cell?.line ?? ''
    if (this.source.rows()[this.lastRow] !== line) this.lastRow = Math.max(0, this.source.indexOf(line))
    return {
      row: this.lastRow,
      column: this.columnAt.get(cell?.column ?? '') ?? 0,
    }
  }

  /** The cell at a position; positions outside of the sheet are clamped. */
  at(row: number, column: number): CellAddress | undefined {
    const line = this.rows[Math.max(0, Math.min(row, this.rows.length - 1))]
    const id = this.columns[Math.max(0, Math.min(column, this.columns.length - 1))]?.id
    return line === undefined || id === undefined ? undefined : { line, column: id }
  }

  /**
   * The cell itself while its line is visible, else the one at its last position.
   * @param lastRow its last position, where known
   */
  nearest(cell: CellAddress, lastRow?: number): CellAddress | null {
    if (this.hasLine(cell)) return cell
    const row = lastRow ?? Math.max(0, this.previousRows.indexOf(cell.line))
    const line = this.rows[Math.min(row, this.rows.length - 1)]
    return line === undefined ? null : { line, column: cell.column }
  }

  private updateColumns(columns: readonly Column[]): (cell: CellAddress) => CellAddress {
    const before = this.columns
    this.columns = columns
    this.columnAt = new Map(columns.map((column, i) => [column.id, i]))
    const isShown = (id: string) => this.columnAt.has(id)
    return cell => {
      const column = nearestColumn(cell.column, before, isShown)
      return column === undefined || column === cell.column ? cell : { line: cell.line, column }
    }
  }
}

/**
 * The column that replaces one that is no longer shown: the next one to its right, else the last one to its left.
 * @param before the columns while it was shown
 * @param isShown whether a column is shown now
 */
function nearestColumn(
  id: string,
  before: readonly Column[],
  isShown: (id: string) => boolean,
): string | undefined {
  if (isShown(id)) return id
  const at = before.findIndex(column => column.id === id)
  const next = before.find((column, i) => i > at && isShown(column.id))
  return (next ?? before.findLast((column, i) => i < at && isShown(column.id)))?.id
}
