'use client'
import type { ReactNode } from 'react'
import { type DataColumn, DataTable, type SortValue } from '@/components/ui/data/data-table'

/** A column of a table whose cells are rendered by the caller, possibly on the server. */
export interface TableColumn {
  readonly id: string
  readonly heading: string
  /** A Tailwind class; the widest column has none. */
  readonly width?: string
  readonly className?: string
  readonly isRowHeader?: boolean
  readonly isSortable?: boolean
  readonly sortsDescendingFirst?: boolean
}

export interface TableRow {
  readonly key: string
  readonly cells: Readonly<Record<string, ReactNode>>
  /** The values that the browser sorts by, by column. */
  readonly values?: Readonly<Record<string, SortValue>>
}

interface Props {
  /** Identifies the table, and its hidden columns in this browser. */
  id: string
  label: string
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
  /** A Tailwind class for a table without `stacksBelow`: in a narrower place it scrolls in its own box. */
  minWidth?: string
  /** Below this width of its place, in pixels, its rows are stacked. */
  stacksBelow?: 800 | 1200
}

/** A table of the history pages: it has all of its rows, and the browser sorts them. */
export function Table({ id, label, columns, rows, minWidth, stacksBelow }: Props) {
  return (
    <DataTable
      id={id}
      label={label}
      {...(minWidth && { className: minWidth })}
      {...(stacksBelow && { stacksBelow })}
      canHideColumns
      isDense
      rows={rows}
      rowKey={row => row.key}
      columns={columns.map(
        ({ id: column, isSortable = false, ...rest }): DataColumn<TableRow> => ({
          ...rest,
          id: column,
          ...(isSortable && { sortBy: row => row.values?.[column] }),
          cell: row => row.cells[column],
        }),
      )}
    />
  )
}
