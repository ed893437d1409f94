import type { Column } from './columns'
import { type Draft, type LineId, textAt } from './draft'
import type { Order } from './grouping'
import { isBlank, kinds } from './kinds'
import type { Standing } from './standing'

/** Sorting by a column, whole orders at a time. */
export interface Sort {
  readonly column: string
  readonly descending: boolean
}

/** What a column's texts must be for an order to be shown: on any of its lines. */
export type ColumnFilter = { readonly values: ReadonlySet<string> } | { readonly contains: string }

/** Which orders are shown: those for which every condition holds. An order is shown whole or not at all. */
export interface Filter {
  readonly standing: Standing | 'warning' | null
  /** Key of a group of failures (failure-list.ts). */
  readonly failure: string | null
  readonly columns: ReadonlyMap<string, ColumnFilter>
}

/** How the sheet is looked at. Neither sorting nor filtering changes the draft. */
export interface Arrangement {
  readonly sort: Sort | null
  readonly filter: Filter
}

export const noFilter: Filter = { standing: null, failure: null, columns: new Map() }

export const isFiltered = ({ standing, failure, columns }: Filter): boolean =>
  standing !== null || failure !== null || columns.size > 0

/**
 * The lines of `orders` in the order of the screen. Sorting moves whole orders, never lines within one; an order
 * is placed by its largest value when descending, by its smallest when ascending. Blank values come last.
 */
export function sortOrders(orders: readonly Order[], sort: Sort, draft: Draft, column: Column): Order[] {
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
