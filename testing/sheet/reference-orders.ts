import type { Line, LineId } from '@/lib/sheet/schema/line'

/**
 * Reference model of grouping, written from the specification (docs/decisions/0002 and 0136). Tests compare the code that groups
 * and indexes orders with it, so it calls none of that code.
 */
export interface ReferenceOrder {
  readonly firstLine: LineId
  readonly lines: readonly LineId[]
  /** Without outer blanks; '' when no line has one. */
  readonly number: string
}

/** Ids of a sheet's columns, and whether they belong to the whole order. */
export interface ReferenceColumns {
  readonly keyColumn: string
  readonly recordColumns: readonly string[]
  readonly allColumns: readonly string[]
}

const text = (line: Line, column: string): string => line.texts[column] ?? ''
const isEmpty = (text: string): boolean => text.trim() === ''

/** The text of an order in a column: the first text that any of its lines has. */
const textOf = (order: readonly Line[], column: string): string =>
  order.map(line => text(line, column)).find(one => !isEmpty(one)) ?? ''

const inOrder = (lines: Iterable<Line>): Line[] =>
  [...lines].sort((a, b) => a.rank - b.rank || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1))

/** All orders of these lines, from the top of the sheet down. */
export function referenceOrders(lines: Iterable<Line>, columns: ReferenceColumns): ReferenceOrder[] {
  const orders: Line[][] = []
  for (const line of inOrder(lines)) {
    if (columns.allColumns.every(column => isEmpty(text(line, column)))) continue
    const above = orders.at(-1)
    if (above && continues(line, above, columns)) above.push(line)
    else orders.push([line])
  }
  return orders.map(order => ({
    firstLine: order[0]?.id ?? '',
    lines: order.map(line => line.id),
    number: textOf(order, columns.keyColumn).trim(),
  }))
}

/** The file, the table and the report that a line comes from; '' for a line that was typed. */
const origin = (line: Line): string =>
  text(line, '[].$source').split(':').slice(0, 3).join(':').replace(/\d+$/, '')
const isMerged = (line: Line): boolean => text(line, '[].$apart') !== ''

/** A line of a file continues an order of lines that were typed, of this file, or merged with it. */
function isElsewhere(line: Line, order: readonly Line[]): boolean {
  const origins = new Set(order.map(origin).filter(one => one !== ''))
  const isKnown = origin(line) === '' || origins.size === 0 || origins.has(origin(line))
  return !isKnown && !(isMerged(line) && order.some(isMerged))
}

/**
 * A line with a number continues an order with that number; one without continues any order without a conflict. No
 * line continues an order of another file.
 */
function continues(
  line: Line,
  order: readonly Line[],
  { keyColumn: key, recordColumns: record }: ReferenceColumns,
): boolean {
  if (isElsewhere(line, order)) return false
  const number = text(line, key).trim()
  if (number !== '') return number === textOf(order, key).trim()
  const filled = record.filter(column => !isEmpty(text(line, column)))
  return filled.every(column => text(line, column) === textOf(order, column))
}

/** First lines of the orders whose number another order also has. */
export function referenceRepeated(orders: readonly ReferenceOrder[]): Set<LineId> {
  const hasTwin = ({ firstLine, number }: ReferenceOrder) =>
    number !== '' && orders.some(other => other.firstLine !== firstLine && other.number === number)
  return new Set(orders.filter(hasTwin).map(order => order.firstLine))
}
