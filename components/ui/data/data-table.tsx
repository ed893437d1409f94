'use client'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type Ref, useMemo, useState } from 'react'
import { BareButton } from '../buttons/bare-button'
import { classes } from '../classes'
import { Tick } from '../fields/tick'
import {
  cellClasses,
  cellPadding,
  stackedButtons,
  stackedCell,
  stackedHeader,
  stackedLabel,
  stackedRow,
  stackedRowEnd,
} from './cell-classes'
import { ColumnChooser, useHiddenColumns } from './column-chooser'

/** A value that rows are sorted by; undefined values come last in both directions. */
export type SortValue = string | number | boolean | Date | null | undefined

export interface DataColumn<Row extends RowData> {
  readonly id: string
  /** Empty for a column of buttons, which has no heading and cannot be sorted or hidden. */
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  /** Class names of the column's `col`, for its width; the widest column has none. */
  readonly width?: string | undefined
  /** Class names of its cells. */
  readonly className?: string | undefined
  /** Full text of a cell that may be cut, shown when the pointer rests on it. */
  readonly title?: (row: Row) => string | undefined
  /** Absent: the column cannot be sorted by the browser. With `sorting` it only marks the column as sortable. */
  readonly sortBy?: (row: Row) => SortValue
  /** The cell that names its row. At most one column; it cannot be hidden. */
  readonly isRowHeader?: boolean
  /** Sorting begins with the largest: dates, counts. */
  readonly sortsDescendingFirst?: boolean
}

/** The sorting of rows that a server holds: the column and direction in use, and what to do about a new choice. */
export interface ServerSorting {
  readonly column: string
  readonly isDescending: boolean
  readonly onChange: (column: string, isDescending: boolean) => void
}

/** Rows that are chosen by a checkbox before each of them; not where rows are stacked. */
interface RowSelection<Row> {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
  /** The accessible name of the checkbox that selects all rows. */
  readonly allLabel: string
  readonly labelOf: (row: Row) => string
}

interface Props<Row extends RowData> {
  /** Names the table, and its hidden columns in this browser. */
  id: string
  /** The accessible name. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Class names of the table; in a place narrower than its `min-w-…` it scrolls in its own box. */
  className?: string
  /**
   * Below this width of its place, in pixels, rows are stacked as on a phone; absent: on a phone only. A table needs
   * `min-w-…` beside it only to be wider than this.
   */
  stacksBelow?: keyof typeof containers
  rowClassName?: (row: Row) => string | false | undefined
  /** Shown below a row over its whole width. */
  details?: (row: Row) => ReactNode
  /** Rows are sorted by the server; absent: here, among all rows that are given. */
  sorting?: ServerSorting
  /** The order that rows are given in, for `aria-sort`. */
  initialSorting?: { readonly column: string; readonly isDescending: boolean }
  /** Columns can be hidden. */
  canHideColumns?: boolean
  /** Rows of one line of text each. */
  isDense?: boolean
  bodyRef?: Ref<HTMLTableSectionElement>
  selection?: RowSelection<Row> | undefined
}

/**
 * A plain table: sortable by its headings, with columns that can be hidden. On a phone, and in a place that is too
 * narrow for its columns, rows are stacked: each row is a block in which every value has its heading beside it. Sheets
 * use the grid instead.
 */
export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { id, label, columns, rows, rowKey, rowClassName, details, sorting, canHideColumns = false } = props
  const { selection } = props
  const [chosen, setChosen] = useState<SortingState>([])
  const [hidden, toggle] = useHiddenColumns(id)
  const state: SortingState = sorting ? [{ id: sorting.column, desc: sorting.isDescending }] : chosen
  const given = props.initialSorting
  const definitions = useMemo(
    () =>
      columns.map(column => ({
        id: column.id,
        accessorFn: (row: Row) => column.sortBy?.(row) ?? undefined,
        enableSorting: column.sortBy !== undefined,
        enableHiding: canHideColumns && isHideable(column),
        sortDescFirst: column.sortsDescendingFirst ?? false,
        sortUndefined: 'last' as const,
        sortFn: compareValues,
      })),
    [columns, canHideColumns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: sorting !== undefined,
    enableSortingRemoval: sorting === undefined,
    state: {
      sorting: state,
      columnVisibility: Object.fromEntries(canHideColumns ? hidden.map(column => [column, false]) : []),
    },
    onSortingChange: update => {
      const next = typeof update === 'function' ? update(state) : update
      const [first] = next
      if (!sorting) setChosen(next)
      else if (first) sorting.onChange(first.id, first.desc)
    },
  })
  const shown = columns.filter(column => table.getColumn(column.id)?.getIsVisible() !== false)
  const hideable = canHideColumns ? columns.filter(isHideable) : []
  const directionOf = (column: string): Direction | undefined => {
    const sorted = state.find(one => one.id === column)
    if (sorted) return sorted.desc ? 'descending' : 'ascending'
    if (state.length > 0 || given?.column !== column) return undefined
    return given.isDescending ? 'descending' : 'ascending'
  }
  return (
    <div className={classes('shrink-0 overflow-x-auto', props.stacksBelow && containers[props.stacksBelow])}>
      <table
        aria-label={label}
        className={classes(
          'w-full table-fixed border-separate border-spacing-0 stacked:block stacked:min-w-0!',
          props.className,
        )}
      >
        <colgroup className="stacked:hidden">
          {selection && <col className="w-10" />}
          {shown.map(column => (
            <col key={column.id} className={column.width} />
          ))}
        </colgroup>
        <thead className="stacked:block">
          <tr className="text-left text-ink-2 text-xs stacked:flex stacked:flex-wrap stacked:items-center stacked:border-line-soft stacked:border-b stacked:bg-panel stacked:px-1.5">
            {selection && (
              <td className={classes(cellClasses, selectionCell, 'bg-panel')}>
                <SelectAll selection={selection} keys={rows.map(rowKey)} />
              </td>
            )}
            {shown.map((column, at) => {
              const header = table.getColumn(column.id)
              return (
                <HeadingCell
                  key={column.id}
                  heading={column.heading}
                  direction={directionOf(column.id)}
                  onSort={header?.getCanSort() ? () => header.toggleSorting(undefined, false) : undefined}
                  chooser={
                    at === shown.length - 1 &&
                    hideable.length > 0 && (
                      <ColumnChooser columns={hideable} hidden={hidden} onToggle={toggle} />
                    )
                  }
                />
              )
            })}
          </tr>
        </thead>
        <tbody ref={props.bodyRef} className="stacked:block">
          {table.getRowModel().rows.map(({ id: key, original: row }) => (
            <BodyRow
              key={key}
              rowKey={key}
              row={row}
              columns={shown}
              details={details?.(row)}
              className={rowClassName?.(row)}
              isDense={props.isDense}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Direction = 'ascending' | 'descending'

interface HeadingCellProps {
  /** Empty for a column of buttons. */
  heading: string
  /** How the rows are sorted by the column; undefined: by another one. */
  direction: Direction | undefined
  /** Undefined for a column by which rows cannot be sorted. */
  onSort: (() => void) | undefined
  /** Chooses the columns that are shown; in the last heading of a table whose columns can be hidden. */
  chooser: ReactNode
}

function HeadingCell({ heading, direction, onSort, chooser }: HeadingCellProps) {
  if (heading === '') {
    return (
      <td
        className={classes(
          cellClasses,
          'bg-panel text-right stacked:ml-auto stacked:flex stacked:border-b-0 stacked:px-2',
          !chooser && 'stacked:hidden',
        )}
      >
        {chooser}
      </td>
    )
  }
  return (
    <th
      scope="col"
      title={heading}
      aria-sort={onSort ? (direction ?? 'none') : undefined}
      className={classes(
        cellClasses,
        'h-8 bg-panel font-medium stacked:flex stacked:h-10 stacked:border-b-0 stacked:px-2',
        // Below, its name is beside each of its values; here it is what the rows are sorted by.
        !onSort && (chooser ? 'stacked:ml-auto' : 'stacked:sr-only'),
      )}
    >
      <span className="flex min-w-0 items-center justify-between gap-1">
        {onSort ? (
          <BareButton
            onClick={onSort}
            className="-mx-1 flex min-w-0 items-center gap-1 rounded-sm px-1 hover:text-ink stacked:min-h-10"
          >
            <span className="truncate">{heading}</span>
            {direction === 'ascending' && <ArrowUp className="size-3 shrink-0" aria-hidden />}
            {direction === 'descending' && <ArrowDown className="size-3 shrink-0" aria-hidden />}
          </BareButton>
        ) : (
          <span className="stacked:sr-only">{heading}</span>
        )}
        {chooser}
      </span>
    </th>
  )
}

interface BodyRowProps<Row extends RowData> {
  row: Row
  rowKey: string
  /** The columns that are shown. */
  columns: readonly DataColumn<Row>[]
  /** Shown below the row over its whole width. */
  details: ReactNode
  className: string | false | undefined
  isDense: boolean | undefined
  selection: RowSelection<Row> | undefined
}

function BodyRow<Row extends RowData>(props: BodyRowProps<Row>) {
  const { row, rowKey, columns, details, className, isDense, selection } = props
  const hasDetails = details !== undefined && details !== null && details !== false
  return (
    <>
      <tr
        className={classes(
          isDense ? '*:h-9' : '*:h-11',
          stackedRow,
          hasDetails ? 'stacked:pb-1' : stackedRowEnd,
          !hasDetails && 'hover:bg-panel',
          className,
        )}
      >
        {selection && (
          <td className={classes(hasDetails ? '' : cellClasses, selectionCell)}>
            <Tick
              type="checkbox"
              aria-label={selection.labelOf(row)}
              checked={selection.keys.has(rowKey)}
              onChange={event =>
                selection.onChange(withKey(selection.keys, rowKey, event.currentTarget.checked))
              }
              className="block accent-accent"
            />
          </td>
        )}
        {columns.map(column => {
          const Cell = column.isRowHeader ? 'th' : 'td'
          return (
            <Cell
              key={column.id}
              scope={column.isRowHeader ? 'row' : undefined}
              title={column.title?.(row)}
              className={classes(
                hasDetails ? cellPadding : cellClasses,
                column.isRowHeader && 'text-left font-medium',
                column.className,
                stackedCell,
                stackedPlace(column),
              )}
              data-label={column.heading}
            >
              <div className="contents stacked:block stacked:min-w-0">{column.cell(row)}</div>
            </Cell>
          )
        })}
      </tr>
      {hasDetails && (
        <tr className={classes('stacked:block', stackedRowEnd, className)}>
          <td
            colSpan={columns.length + (selection ? 1 : 0)}
            className={classes(cellClasses, 'pb-2 stacked:block stacked:border-b-0')}
          >
            {details}
          </td>
        </tr>
      )}
    </>
  )
}

/** Selects all rows, or none once all are selected. */
function SelectAll<Row>({ selection, keys }: { selection: RowSelection<Row>; keys: readonly string[] }) {
  const count = keys.filter(key => selection.keys.has(key)).length
  const isAll = count > 0 && count === keys.length
  return (
    <Tick
      type="checkbox"
      aria-label={selection.allLabel}
      checked={isAll}
      ref={box => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => selection.onChange(new Set(isAll ? [] : keys))}
      className="block accent-accent"
    />
  )
}

function withKey(keys: ReadonlySet<string>, key: string, isSelected: boolean): ReadonlySet<string> {
  const next = new Set(keys)
  if (isSelected) next.add(key)
  else next.delete(key)
  return next
}

/** Where a cell of a column is in a stacked row. */
function stackedPlace<Row extends RowData>({ heading, isRowHeader }: DataColumn<Row>): string {
  if (isRowHeader) return stackedHeader
  return heading === '' ? stackedButtons : stackedLabel
}

const selectionCell = 'pr-0! stacked:hidden'

/** The container that the variant `stacked` measures, by the width below which rows are stacked. */
const containers = {
  720: '@container/rows-720',
  800: '@container/rows-800',
  840: '@container/rows-840',
  1000: '@container/rows-1000',
  1200: '@container/rows-1200',
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

const isHideable = <Row extends RowData>(column: DataColumn<Row>): boolean =>
  column.heading !== '' && !column.isRowHeader

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

interface Comparable {
  getValue(columnId: string): unknown
}

/** Texts by the reader's language with numbers in them by value; everything else by its number. */
function compareValues(a: Comparable, b: Comparable, column: string): number {
  const [one, other] = [a.getValue(column), b.getValue(column)]
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other)
  return Number(one) - Number(other)
}
