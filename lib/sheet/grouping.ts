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

/**
 * Walks lines from position `from` to the end, or until `stop(order)` says that the rest is as it was.
 * @returns the orders in the order of their first lines.
 */
export function groupLines(
  draft: Draft,
  columns: GroupingColumns,
  from = 0,
  stop: (lead: LineId) => boolean = () => false,
): Order[] {
  const orders: Order[] = []
  let order = new Growing(columns)
  for (let at = from; at < draft.order.length; at++) {
    const line = draft.lines.get(draft.order[at] ?? '')
    if (!line || isBlankLine(line, columns.all)) continue
    if (!order.isContinuedBy(line)) {
      if (orders.length > 0 && stop(line.id)) return orders
      order = new Growing(columns)
      orders.push({ lead: line.id, lines: order.ids })
    }
    order.add(line)
  }
  return orders
}

export function isBlankLine(line: Line, all: readonly string[]): boolean {
  return all.every(column => isBlank(line.texts[column]))
}

/** An order while its lines come. What it says of itself is asked for seldom, so it is put together when it is. */
class Growing {
  readonly ids: LineId[] = []
  private number: string | undefined
  private readonly lines: Line[] = []
  private heard = 0
  private readonly said = new Map<string, string>()

  constructor(private readonly columns: GroupingColumns) {}

  isContinuedBy(line: Line): boolean {
    if (this.lines.length === 0) return false
    const number = line.texts[this.columns.key]
    if (!isBlank(number)) return number?.trim() === this.number
    this.hear()
    return this.columns.record.every(
      column => isBlank(line.texts[column]) || line.texts[column] === this.said.get(column),
    )
  }

  add(line: Line): void {
    this.ids.push(line.id)
    this.lines.push(line)
    const number = line.texts[this.columns.key]
    if (this.number === undefined && !isBlank(number)) this.number = number?.trim()
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
