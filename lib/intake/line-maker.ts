import { hidden, type Origin } from './imported'
import { type Cells, type Layout, MadeLine } from './made-line'
import { OriginTally } from './origin-tally'
import type { Given } from './rules'

/** A column of the sheet and what it gets in one line. */
export interface Put {
  readonly id: string
  readonly given: Given
}

/** What is said of a cell, as a member of the text of `hidden.origins`. */
interface Written {
  readonly place: number
  readonly member: string
}

/** Writes lines: texts by the places of their columns, and the hidden keys that say where they came from. */
export class LineMaker {
  /** Cells that were filled otherwise than verbatim so far. */
  readonly tally = new OriginTally()
  /** Blank cells to copy and fill in: of the first line of a record, and of the others. */
  private readonly leading: Cells
  private readonly following: Cells
  /** Constants and mapped values come again and again, and are written once. */
  private readonly written = new WeakMap<Origin, Written>()
  private readonly source: number
  private readonly origins: number
  private cells: Cells = []
  /** Whether the line has a blank, at least, for every column by now. */
  private isWide = false
  private said = ''

  /**
   * @param layout where the columns of the lines have their places
   * @param from what `hidden.source` begins with: the file and the table
   * @param record ids of columns that only the first line of a record has
   * @param item ids of columns that every line has
   */
  constructor(
    private readonly layout: Layout,
    private readonly from: string,
    record: readonly string[],
    item: readonly string[],
  ) {
    const blanks = (ids: readonly string[]): Cells => {
      const places = new Set(ids.map(id => layout.placeOf(id)))
      return layout.ids.map((_, place) => (places.has(place) ? '' : undefined))
    }
    const always = [...item, hidden.source, hidden.number, hidden.origins]
    this.leading = blanks([...record, ...always])
    this.following = blanks(always)
    this.source = layout.placeOf(hidden.source)
    this.origins = layout.placeOf(hidden.origins)
  }

  /** Where a column has its place. */
  placeOf(id: string): number {
    return this.layout.placeOf(id)
  }

  begin(isFirst: boolean): void {
    this.cells = (isFirst ? this.leading : this.following).slice()
    this.isWide = isFirst
    this.said = ''
  }

  /** @param place of the column, by `placeOf` */
  put(place: number, given: Given): void {
    if (!this.isWide && this.cells[place] === undefined) this.widen()
    while (this.cells.length < place) this.cells.push(undefined)
    if (typeof given === 'string') {
      this.cells[place] = given
      return
    }
    this.cells[place] = given.text
    this.tally.add(given)
    const member = this.memberOf(place, given)
    this.said = this.said === '' ? member : `${this.said},${member}`
  }

  /** The line as it was put together. @param row the file's */
  end(row: number): MadeLine {
    this.cells[this.source] = `${this.from}${row}`
    if (this.said !== '') this.cells[this.origins] = `{${this.said}}`
    return new MadeLine(this.layout, this.cells, row)
  }

  /** A further line that says something of its record after all has all columns: there are but two kinds of lines. */
  private widen(): void {
    this.isWide = true
    for (let place = 0; place < this.leading.length; place++) this.cells[place] ??= this.leading[place]
  }

  private memberOf(place: number, origin: Origin): string {
    const again = origin.kind === 'constant' || origin.kind === 'mapped'
    const there = again ? this.written.get(origin) : undefined
    if (there?.place === place) return there.member
    const member = `${JSON.stringify(this.layout.ids[place])}:${json(origin)}`
    if (again) this.written.set(origin, { place, member })
    return member
  }
}

/** As JSON.stringify writes an origin, in a third of the time: 100,000 lines have a million of them. */
function json({ kind, text, of, review }: Origin): string {
  const more = of === undefined ? '' : `,"of":${JSON.stringify(of)}`
  return `{"kind":"${kind}","text":${JSON.stringify(text)}${more}${review ? ',"review":true' : ''}}`
}
