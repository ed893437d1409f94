import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { RuleValue } from '@/lib/import/recipe/values/compile-rule'
import {
  joinOrigins,
  type Origin,
  OriginTally,
  originJson,
  originsOf,
} from '@/lib/import/recipe/values/origins'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Texts } from '@/lib/sheet/schema/line'
import { HiddenClassCache } from './hidden-class-cache'

/** A line that an import creates. The sheet assigns its id and its rank. */
export interface ImportedLine {
  /** The texts of the line by column, those of `hiddenColumns` included. */
  readonly texts: Texts
  /** Row of the file, as `Table.numbers` counts. */
  readonly row: number
}

/** Texts of a line by slot; undefined where the line has no text, not even a blank one. */
export type CellTexts = (string | undefined)[]

/**
 * The columns of a file's lines, each with its slot in `CompactLine.cells`. Columns are added while lines are built.
 */
export class LineLayout {
  readonly ids: string[] = []
  private readonly slots = new Map<string, number>()
  private readonly shapes = new HiddenClassCache()

  /** The slot of a column; assigns one if the column has none yet. */
  slotOf(id: string): number {
    const there = this.slots.get(id)
    if (there !== undefined) return there
    const slot = this.ids.push(id) - 1
    this.slots.set(id, slot)
    return slot
  }

  /** The slot of a column; undefined if no line has the column. */
  find(id: string): number | undefined {
    return this.slots.get(id)
  }

  /** Texts by column id. */
  textsOf(cells: CellTexts): Texts {
    const { ids } = this
    const there = ids.filter((_, slot) => cells[slot] !== undefined)
    const texts = cells.filter(text => text !== undefined)
    return this.shapes.create(there, texts)
  }
}

/**
 * A line while it is created from a file, filled and sent to the page. Its texts are stored by slot: objects by column
 * id would be created and discarded for each of 100,000 lines.
 */
export class CompactLine implements ImportedLine {
  /** Columns that a rule cleared, so that nothing fills them; undefined for nearly all lines. */
  private cleared: Set<string> | undefined

  /** @param row of the file, as `Table.numbers` counts */
  constructor(
    readonly layout: LineLayout,
    readonly cells: CellTexts,
    readonly row: number,
  ) {}

  /** A line of texts by column id. */
  static of(layout: LineLayout, texts: Texts, row: number): CompactLine {
    const line = new CompactLine(layout, [], row)
    for (const id in texts) line.setText(id, texts[id] ?? '')
    return line
  }

  /** Texts by column id; each read builds a new object. */
  get texts(): Texts {
    return this.layout.textsOf(this.cells)
  }

  /** The text in a column; undefined where the line has none. */
  textIn(column: string): string | undefined {
    const slot = this.layout.find(column)
    return slot === undefined ? undefined : this.cells[slot]
  }

  setText(column: string, text: string): void {
    const slot = this.layout.slotOf(column)
    while (this.cells.length < slot) this.cells.push(undefined)
    this.cells[slot] = text
  }

  /** The origin of a cell whose text is not the verbatim text of the file. */
  originOf(column: string): Origin | undefined {
    const origins = this.textIn(hiddenColumns.origins)
    if (!origins?.includes(JSON.stringify(column))) return undefined
    const origin = originsOf({ [hiddenColumns.origins]: origins })[column]
    return origin?.text === (this.textIn(column) ?? '') ? origin : undefined
  }

  /** Whether a rule cleared a cell. */
  isCleared(column: string): boolean {
    return this.cleared?.has(column) ?? false
  }

  /** Writes what a rule says. @param origin a member of the JSON in `hiddenColumns.origins` */
  change(column: string, text: string, origin: string): void {
    this.fill([column], [text], origin)
    if (isBlank(text)) {
      this.cleared ??= new Set()
      this.cleared.add(column)
    } else this.cleared?.delete(column)
  }

  /** Takes over columns of another line that this line has no text in. */
  takeOver(columns: readonly string[], from: CompactLine): void {
    for (const column of columns) {
      const text = from.textIn(column)
      if (isBlank(text) || !isBlank(this.textIn(column))) continue
      const origin = from.originOf(column) ?? { kind: 'merged', text: text ?? '' }
      this.fill([column], [text ?? ''], originJson(column, origin))
    }
  }

  /**
   * Fills cells that were blank.
   * @param origins members of the JSON in `hiddenColumns.origins` that name where the texts came from
   */
  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    for (let at = 0; at < columns.length; at++) this.setText(columns[at] ?? '', texts[at] ?? '')
    this.setText(
      hiddenColumns.origins,
      joinOrigins(this.textIn(hiddenColumns.origins) ?? '', origins, () => this.texts),
    )
  }
}

/** The origin of a cell as a member of the JSON in `hiddenColumns.origins`. */
interface OriginMember {
  readonly slot: number
  readonly member: string
}

/** Builds lines: texts by the slots of their columns, and the hidden columns that name where the texts came from. */
export class LineBuilder {
  /** The cells so far that do not have the verbatim text of the file. */
  readonly tally = new OriginTally()
  /** Blank cells to copy and fill: for the first line of a record, and for the others. */
  private readonly leading: CellTexts
  private readonly following: CellTexts
  /** Constants and mapped values repeat often, so their JSON is created once. */
  private readonly written = new WeakMap<Origin, OriginMember>()
  private readonly source: number
  private readonly origins: number
  /** The report of the table that the lines belong to, from 0. */
  report = 0
  private cells: CellTexts = []
  /** Whether the line already has a text for every column, even a blank one. */
  private isWide = false
  private originMembers = ''

  /**
   * @param layout assigns slots to columns
   * @param from prefix of `hiddenColumns.source`: the file and the table
   * @param record ids of columns that only the first line of a record has
   * @param item ids of columns that every line has
   */
  constructor(
    private readonly layout: LineLayout,
    private readonly from: string,
    record: readonly string[],
    item: readonly string[],
  ) {
    const blanks = (ids: readonly string[]): CellTexts => {
      const occupied = new Set(ids.map(id => layout.slotOf(id)))
      return layout.ids.map((_, slot) => (occupied.has(slot) ? '' : undefined))
    }
    const always = [
      ...item,
      hiddenColumns.source,
      hiddenColumns.number,
      hiddenColumns.dispatchBy,
      hiddenColumns.origins,
    ]
    this.leading = blanks([...record, ...always])
    this.following = blanks(always)
    this.source = layout.slotOf(hiddenColumns.source)
    this.origins = layout.slotOf(hiddenColumns.origins)
  }

  /** The slot of a column. */
  slotOf(id: string): number {
    return this.layout.slotOf(id)
  }

  /** Begins a line. @param isFirst whether it is the first line of its record */
  start(isFirst: boolean): void {
    this.cells = (isFirst ? this.leading : this.following).slice()
    this.isWide = isFirst
    this.originMembers = ''
  }

  /** @param slot of the column, from `slotOf` */
  setValue(slot: number, given: RuleValue): void {
    if (!this.isWide && this.cells[slot] === undefined) this.widen()
    while (this.cells.length < slot) this.cells.push(undefined)
    if (typeof given === 'string') {
      this.cells[slot] = given
      return
    }
    this.cells[slot] = given.text
    this.tally.add(given)
    const member = this.memberOf(slot, given)
    this.originMembers = this.originMembers === '' ? member : `${this.originMembers},${member}`
  }

  /** The finished line. @param row of the file */
  finish(row: number): CompactLine {
    this.cells[this.source] = this.report === 0 ? `${this.from}${row}` : `${this.from}${this.report}.${row}`
    if (this.originMembers !== '') this.cells[this.origins] = `{${this.originMembers}}`
    return new CompactLine(this.layout, this.cells, row)
  }

  /** A later line gets all columns once it fills a column of the record, so that there are only two column sets. */
  private widen(): void {
    this.isWide = true
    for (let slot = 0; slot < this.leading.length; slot++) this.cells[slot] ??= this.leading[slot]
  }

  private memberOf(slot: number, origin: Origin): string {
    const again = origin.kind === 'constant' || origin.kind === 'mapped'
    const there = again ? this.written.get(origin) : undefined
    if (there?.slot === slot) return there.member
    const member = `${JSON.stringify(this.layout.ids[slot])}:${originText(origin)}`
    if (again) this.written.set(origin, { slot, member })
    return member
  }
}

/** Same output as JSON.stringify in a third of the time: 100,000 lines have a million origins. */
function originText({ kind, text, of, review }: Origin): string {
  const more = of === undefined ? '' : `,"of":${JSON.stringify(of)}`
  return `{"kind":"${kind}","text":${JSON.stringify(text)}${more}${review ? ',"review":true' : ''}}`
}
