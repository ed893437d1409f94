import type { CompactLine } from '@/lib/import/lines/compact/compact-line'
import type { OriginTally } from '@/lib/import/recipe/values/origins'
import { type Sheet, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { createOrderFiller, emptyCounts, type FillOrder, type FillSources } from './order-filler'
import { OrderSplitter } from './order-splitter'

/** Fills the blank cells of lines slice by slice, before they are added to a draft. */
export class LineFiller {
  private readonly counted = emptyCounts()
  private readonly sheet: Sheet
  private readonly splitter: OrderSplitter<CompactLine>
  private fillOrder: FillOrder | undefined
  /** A fingerprint of the loaded sources, whose contents grow with every slice. */
  private known = ''
  /** Lines of the order that may continue, with the lines between them. */
  private open: CompactLine[] = []

  constructor(id: SheetId) {
    this.sheet = sheets[id]
    this.splitter = new OrderSplitter(this.sheet, {
      textIn: (line, column) => line.textIn(column),
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
   * Adds the next lines.
   * @param sources loaded for these lines by `FillSourceLoader`
   * @returns these lines and those that waited, filled; lines of the last order wait, because the order may continue
   */
  fill(lines: readonly CompactLine[], sources: FillSources): readonly CompactLine[] {
    const fillOrder = this.fillerFrom(sources)
    const filled: CompactLine[] = []
    for (const line of lines) {
      const order = this.splitter.next(line)
      if (order) {
        fillOrder(order)
        for (const one of this.open) filled.push(one)
        this.open = []
      }
      this.open.push(line)
    }
    return filled
  }

  /** Ends the input. @returns the lines that waited */
  end(): readonly CompactLine[] {
    const order = this.splitter.end()
    if (order) this.fillOrder?.(order)
    const waited = this.open
    this.open = []
    return waited
  }

  private fillerFrom(sources: FillSources): FillOrder {
    const known = `${sources.shopPreset?.name} ${sources.preset?.name} ${sources.postal !== undefined} ${sources.products?.size}`
    if (!this.fillOrder || this.known !== known)
      this.fillOrder = createOrderFiller(this.sheet, sources, this.counted)
    this.known = known
    return this.fillOrder
  }
}
