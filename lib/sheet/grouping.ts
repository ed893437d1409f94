import type { Column } from './columns'
import type { Draft, Line, LineId } from './draft'
import { isBlank } from './kinds'

/**
 * Which lines make one order (docs/decisions/0002). Consecutive lines of one order number are one order. A line
 * without a number continues the order above unless it says something else of the order than that order does:
 * a line with a recipient of its own and no number is an order that lacks its number, never somebody's item.
 * Lines without any text belong to no order.
 */
export interface Order {
  /** The first line; it stands for the order. */
  readonly lead: LineId
  readonly lines: readonly LineId[]
}

/** The columns that decide about grouping. */
export interface GroupingColumns {
  readonly key: string
  readonly record: readonly string[]
  readonly all: readonly string[]
}

export function groupingColumns(columns: readonly Column[], key: string): GroupingColumns {
  return {
    key,
    record: columns.filter(column => column.scope === 'record').map(column => column.id),
    all: columns.map(column => column.id),
  }
}

/** All orders of a draft, in the order of their first lines. */
export function groupLines(draft: Draft, columns: GroupingColumns): Order[] {
  const orders: { lead: LineId; lines: LineId[] }[] = []
  const grouper = new Grouper(columns)
  for (const id of draft.order) {
    const line = draft.lines.get(id)
    const leads = line && grouper.next(line)
    if (leads) orders.push({ lead: id, lines: [] })
    if (leads !== undefined) orders.at(-1)?.lines.push(id)
  }
  return orders
}

export function isBlankLine(line: Line, all: readonly string[]): boolean {
  return all.every(column => isBlank(line.texts[column]))
}

/**
 * Hears lines one after the other, from the first line of any order on, and says which of them begin an order.
 * What an order says of itself is asked for seldom, so it is put together when it is.
 */
export class Grouper {
  private number: string | undefined
  private lines: Line[] = []
  /** How many of `lines` were looked at for what they say. */
  private heard = 0
  private readonly said = new Map<string, string>()

  constructor(private readonly columns: GroupingColumns) {}

  /** @returns whether the line begins an order; undefined: it is blank and belongs to none */
  next(line: Line): boolean | undefined {
    if (isBlankLine(line, this.columns.all)) return undefined
    const number = line.texts[this.columns.key]
    const begins = !this.isContinuedBy(line, number)
    if (begins) this.begin(number)
    this.lines.push(line)
    return begins
  }

  /** A line with a number never continues an order that lacks one, so the first line says it for all. */
  private begin(number: string | undefined): void {
    this.number = isBlank(number) ? undefined : number?.trim()
    this.lines = []
    this.heard = 0
    this.said.clear()
  }

  private isContinuedBy(line: Line, number: string | undefined): boolean {
    if (this.lines.length === 0) return false
    if (!isBlank(number)) return number?.trim() === this.number
    this.hear()
    return this.columns.record.every(
      column => isBlank(line.texts[column]) || line.texts[column] === this.said.get(column),
    )
  }

  /** What an order says of itself is the first text that any of its lines has in a column. */
  private hear(): void {
    for (; this.heard < this.lines.length; this.heard++) {
      const texts = this.lines[this.heard]?.texts ?? {}
      for (const column of this.columns.record) {
        const text = texts[column]
        if (text !== undefined && !isBlank(text) && !this.said.has(column)) this.said.set(column, text)
      }
    }
  }
}
