import {
  type ColumnDef,
  columnPinningFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import type { LineId } from '@/lib/sheet/draft'
import { GUTTER_WIDTH, HEAD_HEIGHT, type PlacedColumn, ROW_HEIGHT } from './geometry'
import type { GridSource } from './source'

const features = tableFeatures({ columnSizingFeature, columnPinningFeature })

/** A line in view, as the table knows it: its id, and nothing that an edit could change. */
interface Shown {
  readonly id: LineId
}

const getRowId = (shown: Shown): string => shown.id

interface Window {
  rows: { id: LineId; index: number; top: number }[]
  columns: PlacedColumn[]
  /** Every column's place, for scrolling to one that is not drawn. */
  places: PlacedColumn[]
  width: number
  height: number
}

/**
 * What of the sheet is drawn: lines and columns in view, and always those of the active cell, so that it is never
 * unmounted. The table is fed with the ids in view alone: its work does not grow with the sheet.
 */
export function useWindow(
  source: GridSource,
  rows: readonly LineId[],
  active: { row: number; column: number },
  scroller: () => HTMLElement | null,
): Window {
  const all = source.columns()
  const pinned = source.pinned()
  const vertical = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: () => ROW_HEIGHT,
    paddingStart: HEAD_HEIGHT,
    overscan: 4,
    rangeExtractor: range => withActive(range, active.row),
  })
  const drawn = vertical.getVirtualItems()
  const from = drawn.map(item => item.index).join()
  const data = useMemo(
    () => from.split(',').flatMap(index => (from === '' ? [] : { id: rows[Number(index)] ?? '' })),
    [rows, from],
  )
  const defs = useMemo<ColumnDef<typeof features, Shown>[]>(
    () => all.map(column => ({ id: column.id, size: column.width, accessorFn: shown => shown.id })),
    [all],
  )
  const initialState = useMemo(
    () => ({ columnPinning: { start: all.slice(0, pinned).map(column => column.id), end: [] } }),
    [all, pinned],
  )
  const table = useTable({ features, columns: defs, data, getRowId, initialState })
  // The table is another object with every render, its columns are not.
  const leaves = table.getAllLeafColumns()
  const places = useMemo(() => placeColumns(leaves), [leaves])
  const frozen = useMemo(() => places.filter(column => column.pinned), [places])
  const free = useMemo(() => places.filter(column => !column.pinned), [places])
  const frozenWidth = GUTTER_WIDTH + frozen.reduce((sum, column) => sum + column.width, 0)
  const horizontal = useVirtualizer<HTMLElement, HTMLElement>({
    horizontal: true,
    count: free.length,
    getScrollElement: scroller,
    estimateSize: index => free[index]?.width ?? 0,
    paddingStart: frozenWidth,
    overscan: 1,
    rangeExtractor: range => withActive(range, active.column - pinned),
  })
  const shown = horizontal.getVirtualItems().map(item => item.index)
  const key = shown.join()
  const columns = useMemo(
    () => [...frozen, ...key.split(',').flatMap(index => (key === '' ? [] : (free[Number(index)] ?? [])))],
    [key, frozen, free],
  )
  const order = new Map(table.getRowModel().rows.map((row, i) => [row.id, drawn[i]]))
  return {
    rows: [...order].flatMap(([id, item]) =>
      item ? [{ id, index: item.index, top: item.start - HEAD_HEIGHT }] : [],
    ),
    columns,
    places,
    width: horizontal.getTotalSize(),
    height: vertical.getTotalSize() - HEAD_HEIGHT,
  }
}

function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((a, b) => a - b)
}

function placeColumns(
  columns: readonly { id: string; getSize: () => number; getIsPinned: () => false | 'start' | 'end' }[],
): PlacedColumn[] {
  let left = GUTTER_WIDTH
  return columns.map((column, index) => {
    const width = column.getSize()
    const placed = { id: column.id, index, left, width, pinned: column.getIsPinned() !== false }
    left += width
    return placed
  })
}
