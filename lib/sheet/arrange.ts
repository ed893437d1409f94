import type { Column } from './columns'
import { type Draft, type LineId, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank, kinds } from './kinds'

/** How the sheet is looked at. Neither sorting nor filtering changes the draft. */
export interface Arrangement {
  readonly sort: { readonly column: string; readonly descending: boolean } | null
}

/**
 * The lines of `orders` in the order of the screen. Sorting moves whole orders, never lines within one; an order
 * is placed by its largest value when descending, by its smallest when ascending. Blank values come last.
 */
export function sortOrders(
  orders: readonly Order[],
  sort: NonNullable<Arrangement['sort']>,
  draft: Draft,
  column: Column,
): Order[] {
  const compare = column.kind === 'number' || column.kind === 'integer' ? byNumber : byText
  const sign = sort.descending ? -1 : 1
  const keyed = orders.map(order => ({ order, value: extreme(order, draft, column, compare, sign) }))
  return keyed
    .sort((a, b) => {
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '')
      return compare(a.value, b.value, column) * sign
    })
    .map(({ order }) => order)
}

type Compare = (a: string, b: string, column: Column) => number

const collator = new Intl.Collator(undefined, { numeric: true })
const byText: Compare = (a, b) => collator.compare(a, b)

/** Text that is no number sorts behind the numbers, by its letters. */
const byNumber: Compare = (a, b, column) => {
  const [left, right] = [toNumber(a, column), toNumber(b, column)]
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || byText(a, b, column)
  }
  return left - right
}

function toNumber(text: string, column: Column): number {
  const reading = kinds[column.kind].read(text, column)
  return 'value' in reading ? Number(reading.value) : Number.NaN
}

function extreme(order: Order, draft: Draft, column: Column, compare: Compare, sign: number): string {
  let best = ''
  for (const line of order.lines) {
    const text = textAt(draft, line, column.id)
    if (isBlank(text)) continue
    if (best === '' || compare(text, best, column) * sign < 0) best = text
    if (column.scope === 'record') break
  }
  return best
}

/** Line ids of all orders, with blank lines of the draft left out. */
export const linesOf = (orders: readonly Order[]): LineId[] => orders.flatMap(order => order.lines)
