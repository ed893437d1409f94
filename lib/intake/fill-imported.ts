import { type Sheet, type SheetId, sheets } from '@/lib/sheet/sheets'
import { FillAnswers, type FillLookups } from './fill-answers'
import { type FillOrder, fillerOf, noCounts } from './fill-orders'
import type { FillSources } from './fill-sources'
import type { Whole } from './import-book'
import type { MadeLine } from './made-line'
import { OrderCutter } from './order-cutter'
import type { OriginTally } from './origin-tally'

/** Fills the blanks of lines as they are made, slice by slice, before they come into a draft. */
export class LineFiller {
  private readonly counted = noCounts()
  private readonly sheet: Sheet
  private readonly cutter: OrderCutter<MadeLine>
  private fillOrder: FillOrder | undefined
  /** What it fills from: counted, for more is known with every slice. */
  private known = ''
  /** Lines of the order that did not end yet, with those between them. */
  private open: MadeLine[] = []

  constructor(id: SheetId) {
    this.sheet = sheets[id]
    this.cutter = new OrderCutter(this.sheet, {
      textIn: (line, column) => line.said(column),
      lineOf: ({ texts }) => ({ id: '', rank: 0, texts }),
    })
  }

  /** Cells that were filled so far. */
  get tally(): OriginTally {
    return this.counted.tally
  }

  /** Whether a blank of this column was filled. */
  hasFilled(column: string): boolean {
    return this.counted.counts.has(column)
  }

  /**
   * Takes in the next lines.
   * @param sources what they are filled from, as `FillAnswers` says it of them
   * @returns these lines and those that waited, filled; an order that may go on below them waits
   */
  fill(lines: readonly MadeLine[], sources: FillSources): readonly MadeLine[] {
    const fillOrder = this.fillerFrom(sources)
    const filled: MadeLine[] = []
    for (const line of lines) {
      const order = this.cutter.next(line)
      if (order) {
        fillOrder(order)
        for (const one of this.open) filled.push(one)
        this.open = []
      }
      this.open.push(line)
    }
    return filled
  }

  /** No more lines come. @returns those that waited */
  end(): readonly MadeLine[] {
    const order = this.cutter.end()
    if (order) this.fillOrder?.(order)
    const waited = this.open
    this.open = []
    return waited
  }

  private fillerFrom(sources: FillSources): FillOrder {
    const known = `${sources.preset?.name} ${sources.postal !== undefined} ${sources.products?.size}`
    if (!this.fillOrder || this.known !== known) this.fillOrder = fillerOf(this.sheet, sources, this.counted)
    this.known = known
    return this.fillOrder
  }
}

/** Fills the blanks of all that a file brought. */
export async function fillImported(imported: Whole, lookups: FillLookups): Promise<Whole> {
  const { sheet } = imported.understood
  const sources = await new FillAnswers(sheet, lookups).sourcesFor(imported.lines)
  const filler = new LineFiller(sheet)
  return { ...imported, lines: [...filler.fill(imported.lines, sources), ...filler.end()] }
}
