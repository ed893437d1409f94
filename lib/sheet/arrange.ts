import type { ColumnFilter, ColumnFilters } from './column-filter'
import type { Standing } from './standing'

/** Sorting by a column, whole orders at a time. */
export interface Sort {
  readonly column: string
  readonly descending: boolean
}

export const isSameSort = (a: Sort | null, b: Sort | null): boolean =>
  a?.column === b?.column && a?.descending === b?.descending

/** Which orders are shown: those for which every condition holds. An order is shown whole or not at all. */
export interface Filter {
  readonly standing: Standing | 'warning' | null
  /** Key of a group of failures (failure-index.ts). */
  readonly failure: string | null
  readonly columns: ColumnFilters
}

/** How the sheet is looked at. Neither sorting nor filtering changes the draft. */
export interface Arrangement {
  readonly sort: Sort | null
  readonly filter: Filter
}

export const noFilter: Filter = { standing: null, failure: null, columns: new Map() }

export const isFiltered = ({ standing, failure, columns }: Filter): boolean =>
  standing !== null || failure !== null || columns.size > 0

/** The filter with other values of one column; undefined: the column filters nothing. */
export function withColumn(filter: Filter, column: string, wanted: ColumnFilter | undefined): Filter {
  const columns = new Map(filter.columns)
  columns.delete(column)
  if (wanted) columns.set(column, wanted)
  return { ...filter, columns }
}
