import { Grouper, type GroupingColumns, groupingColumns, tableOf } from '@/lib/sheet/orders/grouping'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { type Line, SOURCE } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'

/** How the splitter reads a line. */
interface LineAccess<L> {
  textIn(line: L, column: string): string | undefined
  /** The line as one of a draft; called only if its number and file do not decide which order it belongs to. */
  lineOf(line: L): Line
}

/** Splits lines, which arrive in the order of a draft, into orders; blank lines belong to none. */
export class OrderSplitter<L> {
  private readonly columns: GroupingColumns
  private order: L[] = []
  private number: string | undefined
  /** The beginning of the source of its first line (`tableOf`). */
  private table = ''
  /** Created once a line of the order has no number or another file, which most orders never need. */
  private grouper: Grouper | undefined

  constructor(
    sheet: Sheet,
    private readonly read: LineAccess<L>,
  ) {
    this.columns = groupingColumns(sheet.columns, sheet.key)
  }

  /** Adds the next line. @returns the lines of the order that ended above it, if one did */
  next(line: L): readonly L[] | undefined {
    const number = this.read.textIn(line, this.columns.keyColumn)
    const isRepeat = this.order.length > 0 && number?.trim() === this.number
    const isUndecided = isBlank(number) || (isRepeat && !this.isOfSameTable(line))
    const begins = isUndecided ? this.beginsOrder(line) : !isRepeat
    if (begins === undefined) return undefined
    const above = begins ? this.end() : undefined
    if (begins) {
      this.number = isBlank(number) ? undefined : number?.trim()
      this.table = tableOf(this.read.textIn(line, SOURCE) ?? '')
      this.grouper = undefined
    } else if (!isUndecided) this.grouper?.next(this.read.lineOf(line))
    this.order.push(line)
    return above
  }

  /**
   * Ends the input.
   * @returns the last order, if there is one
   */
  end(): readonly L[] | undefined {
    const last = this.order
    this.order = []
    return last.length > 0 ? last : undefined
  }

  /** Whether a line comes from the same table of a file, and the same report in it, as the first line of the order. */
  private isOfSameTable(line: L): boolean {
    return tableOf(this.read.textIn(line, SOURCE) ?? '') === this.table
  }

  /** Whether a line without a number, or from another file, begins an order. */
  private beginsOrder(line: L): boolean | undefined {
    if (!this.grouper) {
      this.grouper = new Grouper(this.columns)
      for (const above of this.order) this.grouper.next(this.read.lineOf(above))
    }
    return this.grouper.next(this.read.lineOf(line))
  }
}
