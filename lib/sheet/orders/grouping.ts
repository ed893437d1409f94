import type { Draft } from '@/lib/sheet/draft/draft'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { type Line, type LineId, SOURCE } from '@/lib/sheet/schema/line'
import { MERGE_ORIGIN } from './merge-origin'

/**
 * The lines of one order (docs/decisions/0002). Consecutive lines with the same order number are one order. A line
 * without a number continues the order above unless one of its cells of the order differs: a line with another
 * recipient and no number is an order that lacks its number, not an item of the order above. Lines of different files
 * or reports are different orders, unless an operator merged them (docs/decisions/0136, 0138). Lines without any text
 * belong to no order.
 */
export interface Order {
  /** The first line; its id identifies the order. */
  readonly firstLine: LineId
  readonly lines: readonly LineId[]
}

/** Ids of the columns by which lines are grouped. */
export interface GroupingColumns {
  readonly keyColumn: string
  readonly recordColumns: readonly string[]
  readonly allColumns: readonly string[]
}

/** The ids by which the lines of a sheet are grouped. @param key the column of the number */
export function groupingColumns(columns: readonly Column[], key: string): GroupingColumns {
  return {
    keyColumn: key,
    recordColumns: columns.filter(column => column.scope === 'record').map(column => column.id),
    allColumns: columns.map(column => column.id),
  }
}

/** All orders of a draft, in the order of their first lines. */
export function groupLines(draft: Draft, columns: GroupingColumns): Order[] {
  const orders: { firstLine: LineId; lines: LineId[] }[] = []
  const grouper = new Grouper(columns)
  for (const id of draft.order) {
    const line = draft.lines.get(id)
    const beginsOrder = line && grouper.next(line)
    if (beginsOrder) orders.push({ firstLine: id, lines: [] })
    if (beginsOrder !== undefined) orders.at(-1)?.lines.push(id)
  }
  return orders
}

/** Whether a line has no text in any column of the sheet; hidden keys do not count. */
export function isBlankLine(line: Line, all: readonly string[]): boolean {
  return all.every(column => isBlank(line.texts[column]))
}

/**
 * Groups lines, one after the other from the first line of an order on: says which of them begin an order. The texts of
 * an order are needed rarely, so they are collected only then.
 */
export class Grouper {
  private number: string | undefined
  private lines: Line[] = []
  /** How many of `lines` are collected in `texts`. */
  private collected = 0
  private readonly texts = new Map<string, string>()
  /** The tables of files from which `lines` come, how many of them are read, and whether one of these was merged. */
  private tables: string[] = []
  private located = 0
  private isMerged = false

  constructor(private readonly columns: GroupingColumns) {}

  /** Adds a line. @returns as `begins` */
  next(line: Line): boolean | undefined {
    const begins = this.begins(line)
    if (begins !== undefined) this.add(line, begins)
    return begins
  }

  /** @returns whether a line would begin an order; undefined for a blank line, which belongs to no order */
  begins(line: Line): boolean | undefined {
    if (isBlankLine(line, this.columns.allColumns)) return undefined
    return !this.isContinuedBy(line, line.texts[this.columns.keyColumn])
  }

  /** Adds a line that is not blank. @param begins what `begins` said of it */
  add(line: Line, begins: boolean): void {
    if (begins) this.begin(line.texts[this.columns.keyColumn])
    this.lines.push(line)
  }

  /** A line with a number never continues an order without one, so the first line has the number of the order. */
  private begin(number: string | undefined): void {
    this.number = isBlank(number) ? undefined : number?.trim()
    this.lines = []
    this.collected = 0
    this.texts.clear()
    this.tables = []
    this.located = 0
    this.isMerged = false
  }

  private isContinuedBy(line: Line, number: string | undefined): boolean {
    if (this.lines.length === 0) return false
    if (!isBlank(number)) return number?.trim() === this.number && !this.isFromElsewhere(line)
    if (this.isFromElsewhere(line)) return false
    this.collect()
    return this.columns.recordColumns.every(
      column => isBlank(line.texts[column]) || line.texts[column] === this.texts.get(column),
    )
  }

  /** Whether a line comes from another table than the lines of the order, and no operator merged it with them. */
  private isFromElsewhere({ texts }: Line): boolean {
    const source = texts[SOURCE]
    if (!source) return false
    for (; this.located < this.lines.length; this.located++) {
      const above = this.lines[this.located]?.texts ?? {}
      const table = tableOf(above[SOURCE] ?? '')
      if (table !== '' && !this.tables.includes(table)) this.tables.push(table)
      this.isMerged ||= Boolean(above[MERGE_ORIGIN])
    }
    if (this.isMerged && texts[MERGE_ORIGIN]) return false
    return this.tables.length > 0 && !this.tables.includes(tableOf(source))
  }

  /** The text of an order in a column is the first text that any of its lines has there. */
  private collect(): void {
    for (; this.collected < this.lines.length; this.collected++) {
      const line = this.lines[this.collected]?.texts ?? {}
      for (const column of this.columns.recordColumns) {
        const text = line[column]
        if (text !== undefined && !isBlank(text) && !this.texts.has(column)) this.texts.set(column, text)
      }
    }
  }
}

/**
 * The beginning of `SOURCE` that all lines of one table share, and of one report in it: `f:0:` or `f:0:1.`; '' for a
 * line of no file.
 */
export function tableOf(source: string): string {
  const row = source.indexOf(':', source.indexOf(':') + 1) + 1
  return source.slice(0, source.indexOf('.', row) + 1 || row)
}
