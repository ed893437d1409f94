import { memo, useCallback, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { entriesOf, kinds } from '@/lib/sheet/kinds'
import type { LineView } from '@/lib/sheet/line-view'
import { Cell } from './cell'
import { type PlacedColumn, ROW_HEIGHT } from './geometry'
import { Messages } from './messages'
import { RowHeader } from './row-header'
import type { Selection } from './selection'
import { shownText } from './shown-text'
import type { GridSource } from './source'

interface Props {
  grid: string
  id: string
  index: number
  top: number
  columns: readonly PlacedColumn[]
  source: GridSource
  selection: Selection
  /** Holds the messages of marked cells: in the grid itself only rows and cells may stand. */
  messages: HTMLElement | null
}

/** One line. It listens to its own line and to its own part of the selection, and to nothing else. */
export const Row = memo(function Row({ grid, id, index, top, columns, source, selection, messages }: Props) {
  const view = useLine(source, id)
  const key = useSyncExternalStore(
    selection.subscribe,
    () => selection.rowKey(index),
    () => '-1,-1,-1',
  )
  const [active = -1, left = -1, right = -1] = key.split(',').map(Number)
  return (
    // aria-rowindex counts the two heading rows.
    <div
      role="row"
      aria-rowindex={index + 3}
      className="grid-row"
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
      data-line={id}
      data-opens={view.opens || undefined}
      data-locked={view.locked || undefined}
    >
      <RowHeader grid={grid} view={view} source={source} />
      {columns.map(column => (
        <Cell
          key={column.id}
          grid={grid}
          line={id}
          column={column}
          text={displayOf(source, column, shownText(view, column.id))}
          align={alignOf(source, column)}
          marks={view.marks.cells.get(column.id)}
          active={active === column.index}
          selected={column.index >= left && column.index <= right && left !== -1}
          locked={view.locked}
        />
      ))}
      {messages &&
        isMarked(view) &&
        createPortal(<Messages grid={grid} view={view} source={source} />, messages)}
    </div>
  )
})

const isMarked = ({ marks }: LineView): boolean => marks.line.length > 0 || marks.cells.size > 0

function useLine(source: GridSource, id: string): LineView {
  return useSyncExternalStore(
    useCallback(listener => source.subscribeLine(id, listener), [source, id]),
    () => source.line(id),
    () => source.line(id),
  )
}

/** A list stands on one line; every other text is shown as it is. */
function displayOf(source: GridSource, column: PlacedColumn, text: string): string {
  return source.columns()[column.index]?.kind === 'list' ? entriesOf(text).join(' ') : text
}

function alignOf(source: GridSource, column: PlacedColumn): 'left' | 'right' {
  const known = source.columns()[column.index]
  return known ? kinds[known.kind].align : 'left'
}
