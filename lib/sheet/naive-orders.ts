import type { Line, LineId } from './draft'

/**
 * Which lines make one order, written anew from what operators are promised (docs/decisions/0002) and from nothing
 * else: tests hold the code that groups and indexes orders against it, so it calls none of that code.
 */
export interface NaiveOrder {
  readonly lead: LineId
  readonly lines: readonly LineId[]
  /** Without outer blanks; '' when no line has one. */
  readonly number: string
}

/** Columns of a sheet by their ids, and whether what they say is of the whole order. */
export interface NaiveColumns {
  readonly key: string
  readonly record: readonly string[]
  readonly all: readonly string[]
}

const text = (line: Line, column: string): string => line.texts[column] ?? ''
const isEmpty = (said: string): boolean => said.trim() === ''

/** What an order says in a column: the first text that any of its lines has, however many follow. */
const saidBy = (order: readonly Line[], column: string): string =>
  order.map(line => text(line, column)).find(said => !isEmpty(said)) ?? ''

const inOrder = (lines: Iterable<Line>): Line[] =>
  [...lines].sort((a, b) => a.rank - b.rank || (a.id === b.id ? 0 : a.id < b.id ? -1 : 1))

/** All orders of these lines, from the top of the sheet down. */
export function naiveOrders(lines: Iterable<Line>, columns: NaiveColumns): NaiveOrder[] {
  const orders: Line[][] = []
  for (const line of inOrder(lines)) {
    if (columns.all.every(column => isEmpty(text(line, column)))) continue
    const above = orders.at(-1)
    if (above && continues(line, above, columns)) above.push(line)
    else orders.push([line])
  }
  return orders.map(order => ({
    lead: order[0]?.id ?? '',
    lines: order.map(line => line.id),
    number: saidBy(order, columns.key).trim(),
  }))
}

/** A line with a number goes with an order of that number; one without goes with any that it does not contradict. */
function continues(line: Line, order: readonly Line[], { key, record }: NaiveColumns): boolean {
  const number = text(line, key).trim()
  if (number !== '') return number === saidBy(order, key).trim()
  const said = record.filter(column => !isEmpty(text(line, column)))
  return said.every(column => text(line, column) === saidBy(order, column))
}

/** First lines of the orders whose number another order has as well. */
export function naiveRepeated(orders: readonly NaiveOrder[]): Set<LineId> {
  const hasTwin = ({ lead, number }: NaiveOrder) =>
    number !== '' && orders.some(other => other.lead !== lead && other.number === number)
  return new Set(orders.filter(hasTwin).map(order => order.lead))
}
