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
  let lines: LineId[] = []
  let said = new Map<string, string>()
  for (let at = from; at < draft.order.length; at++) {
    const line = draft.lines.get(draft.order[at] ?? '')
    if (!line || isBlankLine(line, columns.all)) continue
    if (lines.length === 0 || !continues(line, said, columns)) {
      if (lines.length > 0 && stop(line.id)) return orders
      lines = [line.id]
      said = new Map()
      orders.push({ lead: line.id, lines })
    } else {
      lines.push(line.id)
    }
    hear(line, said, columns)
  }
  return orders
}

export function isBlankLine(line: Line, all: readonly string[]): boolean {
  return all.every(column => isBlank(line.texts[column]))
}

function continues(line: Line, said: ReadonlyMap<string, string>, columns: GroupingColumns): boolean {
  const number = line.texts[columns.key]
  if (!isBlank(number)) return number?.trim() === said.get(columns.key)?.trim()
  return columns.record.every(
    column => isBlank(line.texts[column]) || line.texts[column] === said.get(column),
  )
}

/** What an order says of itself is the first text that any of its lines has in a column. */
function hear(line: Line, said: Map<string, string>, columns: GroupingColumns): void {
  for (const column of columns.record) {
    const text = line.texts[column]
    if (text !== undefined && !isBlank(text) && !said.has(column)) said.set(column, text)
  }
}
