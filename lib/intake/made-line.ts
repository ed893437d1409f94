import type { Texts } from '@/lib/sheet/draft'
import { hidden, type ImportedLine } from './imported'
import { joinOrigins } from './origins'
import { Shapes } from './shapes'

/** Texts of a line by place; undefined where the line has none, not even a blank one. */
export type Cells = (string | undefined)[]

/** Which columns the lines of a file have, each with its place in their cells. More come while lines are made. */
export class Layout {
  readonly ids: string[] = []
  private readonly places = new Map<string, number>()
  private readonly shapes = new Shapes()

  /** The place of a column, that gets one where it has none yet. */
  placeOf(id: string): number {
    const there = this.places.get(id)
    if (there !== undefined) return there
    const place = this.ids.push(id) - 1
    this.places.set(id, place)
    return place
  }

  /** The place of a column; undefined: no line has it. */
  find(id: string): number | undefined {
    return this.places.get(id)
  }

  /** Texts by column id. */
  textsOf(cells: Cells): Texts {
    const { ids } = this
    const there = ids.filter((_, place) => cells[place] !== undefined)
    const texts = cells.filter(text => text !== undefined)
    return this.shapes.of(there, texts)
  }
}

/**
 * A line while it is made of a file, filled and sent to the page. Texts by place, for 100,000 lines: of each an object
 * by column id would be made, read again by names, and thrown away.
 */
export class MadeLine implements ImportedLine {
  /** @param row of the file, as `Table.numbers` counts */
  constructor(
    readonly layout: Layout,
    readonly cells: Cells,
    readonly row: number,
  ) {}

  /** A line of texts by column id. */
  static of(layout: Layout, texts: Texts, row: number): MadeLine {
    const line = new MadeLine(layout, [], row)
    for (const id in texts) line.put(id, texts[id] ?? '')
    return line
  }

  /** Its texts by column id, put together for whoever asks. */
  get texts(): Texts {
    return this.layout.textsOf(this.cells)
  }

  /** The text in a column; undefined where the line has none. */
  said(column: string): string | undefined {
    const place = this.layout.find(column)
    return place === undefined ? undefined : this.cells[place]
  }

  put(column: string, text: string): void {
    const place = this.layout.placeOf(column)
    while (this.cells.length < place) this.cells.push(undefined)
    this.cells[place] = text
  }

  /**
   * Takes in cells that were blank.
   * @param origins members of the text of `hidden.origins` that say where they came from
   */
  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    for (let at = 0; at < columns.length; at++) this.put(columns[at] ?? '', texts[at] ?? '')
    this.put(
      hidden.origins,
      joinOrigins(this.said(hidden.origins) ?? '', origins, () => this.texts),
    )
  }
}
