import type { Line } from '@/lib/sheet/draft'
import { Grouper, type GroupingColumns, groupingColumns } from '@/lib/sheet/grouping'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'

/** How whoever cuts lines reads them. */
export interface LinesRead<L> {
  textIn(line: L, column: string): string | undefined
  /** The line as one of a draft; asked for only where its number does not tell which order it belongs to. */
  lineOf(line: L): Line
}

/** Cuts lines that come in the order of a draft into orders; blank lines belong to none. */
export class OrderCutter<L> {
  private readonly columns: GroupingColumns
  private order: L[] = []
  /** The number of the order. */
  private number: string | undefined
  /** Has heard the order, once one of its lines has no number: of most orders it is never asked. */
  private grouper: Grouper | undefined

  constructor(
    sheet: Sheet,
    private readonly read: LinesRead<L>,
  ) {
    this.columns = groupingColumns(sheet.columns, sheet.key)
  }

  /** Takes in the next line. @returns the lines of the order that ended above it, where one did */
  next(line: L): readonly L[] | undefined {
    const number = this.read.textIn(line, this.columns.key)
    const begins = isBlank(number)
      ? this.ask(line)
      : this.order.length === 0 || number?.trim() !== this.number
    if (begins === undefined) return undefined
    const above = begins ? this.end() : undefined
    if (begins) {
      this.number = isBlank(number) ? undefined : number?.trim()
      this.grouper = undefined
    } else if (!isBlank(number)) this.grouper?.next(this.read.lineOf(line))
    this.order.push(line)
    return above
  }

  /** No more lines come. @returns the last order, if there is one */
  end(): readonly L[] | undefined {
    const last = this.order
    this.order = []
    return last.length > 0 ? last : undefined
  }

  /** Of a line without a number: whether it begins an order. */
  private ask(line: L): boolean | undefined {
    if (!this.grouper) {
      this.grouper = new Grouper(this.columns)
      for (const above of this.order) this.grouper.next(this.read.lineOf(above))
    }
    return this.grouper.next(this.read.lineOf(line))
  }
}
