import type { Line } from '@/lib/sheet/draft'
import { type Sheet, type SheetId, sheets } from '@/lib/sheet/sheets'
import { FillAnswers, type FillLookups } from './fill-answers'
import { emptyPlan, type FillOrder, OrderCutter, orderFiller } from './fill-blanks'
import type { FillSources } from './fill-sources'
import type { Imported, ImportedLine } from './imported'
import type { OriginTally } from './origin-tally'
import { Shapes } from './shapes'

/** Fills the blanks of lines as they are made, slice by slice, before they come into a draft. */
export class LineFiller {
  private readonly plan = emptyPlan()
  private readonly sheet: Sheet
  private readonly cutter: OrderCutter
  private readonly shapes = new Shapes()
  private fillOrder: FillOrder | undefined
  /** What it fills from: counted, for more is known with every slice. */
  private known = ''
  /** Lines of the order that did not end yet, with those between them. */
  private open: ImportedLine[] = []
  private openLines: Line[] = []
  private count = 0

  /** @param isKnown whether any line may have a text in a column; what none has is not looked for in each of them */
  constructor(
    id: SheetId,
    private readonly isKnown: (column: string) => boolean = () => true,
  ) {
    this.sheet = sheets[id]
    this.cutter = new OrderCutter(this.sheet)
  }

  /** Cells that were filled so far. */
  get tally(): OriginTally {
    return this.plan.tally
  }

  /** Whether a blank of this column was filled. */
  hasFilled(column: string): boolean {
    return this.plan.counts.has(column)
  }

  /**
   * Takes in the next lines.
   * @param sources what they are filled from, as `FillAnswers` says it of them
   * @returns these lines and those that waited; an order that may go on below them waits
   */
  fill(lines: readonly ImportedLine[], sources: FillSources): readonly ImportedLine[] {
    const fillOrder = this.fillerFrom(sources)
    const ready: ImportedLine[] = []
    for (const imported of lines) {
      const line: Line = { id: String(this.count++), rank: 0, texts: imported.texts }
      const order = this.cutter.next(line)
      if (order) {
        fillOrder(order)
        this.close(ready)
      }
      this.open.push(imported)
      this.openLines.push(line)
    }
    return ready
  }

  /** No more lines come. @returns those that waited */
  end(): readonly ImportedLine[] {
    const order = this.cutter.end()
    if (order) this.fillOrder?.(order)
    const ready: ImportedLine[] = []
    this.close(ready)
    return ready
  }

  private close(ready: ImportedLine[]): void {
    const { writes } = this.plan
    for (let at = 0; at < this.open.length; at++) {
      const line = this.open[at]
      if (!line) continue
      const written = writes.get(this.openLines[at]?.id ?? '')
      ready.push(written ? { row: line.row, texts: this.shapes.merged(line.texts, written) } : line)
    }
    writes.clear()
    this.open = []
    this.openLines = []
  }

  private fillerFrom(sources: FillSources): FillOrder {
    const known = `${sources.preset?.name} ${sources.postal !== undefined} ${sources.products?.size}`
    if (!this.fillOrder || this.known !== known)
      this.fillOrder = orderFiller(this.sheet, sources, this.plan, this.isKnown)
    this.known = known
    return this.fillOrder
  }
}

/** Fills the blanks of all that a file brought. */
export async function fillImported(imported: Imported, lookups: FillLookups): Promise<Imported> {
  const columns = columnsOf(imported)
  const { sheet } = imported.understood
  const sources = await new FillAnswers(sheet, lookups).sourcesFor(imported.lines)
  const filler = new LineFiller(sheet, column => columns.has(column))
  return { ...imported, lines: [...filler.fill(imported.lines, sources), ...filler.end()] }
}

/** Columns that any line has. */
function columnsOf({ lines }: Imported): ReadonlySet<string> {
  const columns = new Set<string>()
  for (const { texts } of lines) for (const column in texts) columns.add(column)
  return columns
}
