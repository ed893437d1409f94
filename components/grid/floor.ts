import type { Column } from '@/lib/sheet/columns'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { Position } from './moves'
import { nearestColumn } from './nearest-column'
import type { GridSource } from './source'

/** What changed since the last look at the screen. */
interface Changed {
  readonly lines: boolean
  /** Takes a cell whose column is away to the column beside it; undefined when the columns are the same. */
  readonly toShown: ((cell: CellAddress) => CellAddress) | undefined
}

/** Which lines and columns are on the screen, and where: the floor that a selection stands on. */
export class Floor {
  rows: readonly LineId[] = []
  private before: readonly LineId[] = []
  private columns: readonly Column[] = []
  private columnAt: ReadonlyMap<string, number> = new Map()
  /** Where the line stood that was asked for last: while the view scrolls, the same one is asked for again. */
  private found = 0

  /** @param source its lines and its columns on the screen now; the same arrays until they change */
  constructor(private readonly source: Pick<GridSource, 'rows' | 'columns' | 'indexOf'>) {}

  /** Looks at the screen again. It costs nothing while that is the same. */
  look(): Changed {
    const [rows, columns] = [this.source.rows(), this.source.columns()]
    const toShown = columns === this.columns ? undefined : this.take(columns)
    if (rows === this.rows) return { lines: false, toShown }
    this.before = this.rows
    this.rows = rows
    return { lines: true, toShown }
  }

  /** The last line and column. */
  get last(): Position {
    return { row: this.rows.length - 1, column: this.columns.length - 1 }
  }

  isThere({ line }: CellAddress): boolean {
    return this.source.indexOf(line) !== -1
  }

  /** Position of a cell; 0 where it is not on the screen. */
  position(cell: CellAddress | null): Position {
    const line = cell?.line ?? ''
    if (this.source.rows()[this.found] !== line) this.found = Math.max(0, this.source.indexOf(line))
    return {
      row: this.found,
      column: this.columnAt.get(cell?.column ?? '') ?? 0,
    }
  }

  /** The address at a position, kept inside the sheet. */
  at(row: number, column: number): CellAddress | undefined {
    const line = this.rows[Math.max(0, Math.min(row, this.rows.length - 1))]
    const id = this.columns[Math.max(0, Math.min(column, this.columns.length - 1))]?.id
    return line === undefined || id === undefined ? undefined : { line, column: id }
  }

  /**
   * The cell itself while its line is on the screen, else the one that stands where it stood last.
   * @param stood where that was, if it is known
   */
  nearest(cell: CellAddress, stood?: number): CellAddress | null {
    if (this.isThere(cell)) return cell
    const row = stood ?? Math.max(0, this.before.indexOf(cell.line))
    const line = this.rows[Math.min(row, this.rows.length - 1)]
    return line === undefined ? null : { line, column: cell.column }
  }

  private take(columns: readonly Column[]): (cell: CellAddress) => CellAddress {
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
