import type { OrderStatus } from '@/lib/sheet/judge/status/order-status'
import type { ColumnFilter, ColumnFilters } from './column-filter'

/** Sorting by a column, whole orders at a time. */
export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export const isSameSort = (a: Sort | null, b: Sort | null): boolean =>
  a?.column === b?.column && a?.descending === b?.descending

/** Which orders are shown: those that meet every condition. An order is shown whole or not at all. */
export interface Filter {
  /** `awaited` is not a filter: the sheet shows it until the outcomes are read. */
  readonly status: Exclude<OrderStatus, 'awaited'> | 'warning' | null
  /** Key of a group of failures (failure-index.ts). */
  readonly failure: string | null
  readonly columns: ColumnFilters
}

/** Sort and filter of the view. Neither changes the draft. */
export interface Arrangement {
  readonly sort: Sort | null
  readonly filter: Filter
}

export const noFilter: Filter = { status: null, failure: null, columns: new Map() }

/** Whether a filter has any condition. */
export const isFiltered = ({ status, failure, columns }: Filter): boolean =>
  status !== null || failure !== null || columns.size > 0

/** The filter with another column filter; undefined removes the filter of the column. */
export function withColumnFilter(filter: Filter, column: string, wanted: ColumnFilter | undefined): Filter {
  const columns = new Map(filter.columns)
  columns.delete(column)
  if (wanted) columns.set(column, wanted)
  return { ...filter, columns }
}
