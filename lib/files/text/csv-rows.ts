import type { Row, Rows } from '@/lib/files/book/book'
import type { CellRanges } from './cell-ranges'

/** Rows of a delimited text. The texts of cells are created on demand. */
export class CsvRows implements Rows {
  /** The first cell of each row, and at last the first cell behind all rows. */
  private readonly starts = [0]

  constructor(private readonly cells: CellRanges) {}

  get length(): number {
    return this.starts.length - 1
  }

  /** Cells of the record that was read last and is not a row yet. */
  get width(): number {
    return this.cells.count - this.openCell
  }

  /** Whether that record has a cell that is not blank. */
  get hasText(): boolean {
    return this.cells.hasTextFrom(this.openCell)
  }

  /** The texts of that record. */
  get texts(): readonly string[] {
    return textsOf(this.cells, this.openCell, this.cells.count)
  }

  /** Makes that record a row, or removes it. */
  close(isKept: boolean): void {
    if (isKept) this.starts.push(this.cells.count)
    else this.cells.truncate(this.openCell)
  }

  at(position: number): Row | undefined {
    const from = this.starts[position]
    const to = this.starts[position + 1]
    return from === undefined || to === undefined ? undefined : new TextRow(this.cells, from, to)
  }

  slice(from = 0, to = this.length): readonly (readonly string[])[] {
    const rows: (readonly string[])[] = []
    for (let at = from; at < Math.min(to, this.length); at++)
      rows.push(textsOf(this.cells, this.starts[at] ?? 0, this.starts[at + 1] ?? 0))
    return rows
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let at = 0; at < this.length; at++) {
      const row = this.at(at)
      if (row) yield row
    }
  }

  private get openCell(): number {
    return this.starts.at(-1) ?? 0
  }
}

class TextRow implements Row {
  constructor(
    private readonly cells: CellRanges,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get length(): number {
    return this.to - this.from
  }

  at(column: number): string | undefined {
    const cell = this.from + column
    return column < 0 || cell >= this.to ? undefined : this.cells.textOf(cell)
  }

  [Symbol.iterator](): Iterator<string> {
    return textsOf(this.cells, this.from, this.to)[Symbol.iterator]()
  }
}

function textsOf(cells: CellRanges, from: number, to: number): string[] {
  const texts: string[] = []
  for (let cell = from; cell < to; cell++) texts.push(cells.textOf(cell))
  return texts
}
