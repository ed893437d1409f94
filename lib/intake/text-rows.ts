import type { CellPlaces } from './cell-places'
import type { Row, Rows } from './table'

/** Rows of a separated text. Their cells are cut out of it when they are asked for. */
export class TextRows implements Rows {
  /** The first cell of each row, and where the next row will begin. */
  private readonly starts = [0]

  constructor(private readonly places: CellPlaces) {}

  get length(): number {
    return this.starts.length - 1
  }

  /** Cells of the record that was read last, and is no row yet. */
  get width(): number {
    return this.places.count - this.open
  }

  /** Whether that record says anything. */
  get hasText(): boolean {
    return this.places.hasTextFrom(this.open)
  }

  /** The texts of that record. */
  get texts(): readonly string[] {
    return textsOf(this.places, this.open, this.places.count)
  }

  /** Makes a row of that record, or forgets it. */
  close(isKept: boolean): void {
    if (isKept) this.starts.push(this.places.count)
    else this.places.cutTo(this.open)
  }

  at(position: number): Row | undefined {
    const from = this.starts[position]
    const to = this.starts[position + 1]
    return from === undefined || to === undefined ? undefined : new TextRow(this.places, from, to)
  }

  slice(from = 0, to = this.length): readonly (readonly string[])[] {
    const rows: (readonly string[])[] = []
    for (let at = from; at < Math.min(to, this.length); at++)
      rows.push(textsOf(this.places, this.starts[at] ?? 0, this.starts[at + 1] ?? 0))
    return rows
  }

  *[Symbol.iterator](): Generator<Row> {
    for (let at = 0; at < this.length; at++) {
      const row = this.at(at)
      if (row) yield row
    }
  }

  private get open(): number {
    return this.starts.at(-1) ?? 0
  }
}

/** A row of it. */
class TextRow implements Row {
  constructor(
    private readonly places: CellPlaces,
    private readonly from: number,
    private readonly to: number,
  ) {}

  get length(): number {
    return this.to - this.from
  }

  at(column: number): string | undefined {
    const cell = this.from + column
    return column < 0 || cell >= this.to ? undefined : this.places.textOf(cell)
  }

  [Symbol.iterator](): Iterator<string> {
    return textsOf(this.places, this.from, this.to)[Symbol.iterator]()
  }
}

function textsOf(places: CellPlaces, from: number, to: number): string[] {
  const texts: string[] = []
  for (let cell = from; cell < to; cell++) texts.push(places.textOf(cell))
  return texts
}
