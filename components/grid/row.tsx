import { memo, useCallback, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { kinds } from '@/lib/sheet/kinds'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import { Cell } from './cell'
import { GUTTER_WIDTH, messageId, type PlacedColumn, ROW_HEIGHT } from './geometry'
import type { Selection } from './selection'
import type { GridSource } from './source'

interface Props {
  grid: string
  id: string
  index: number
  top: number
  columns: readonly PlacedColumn[]
  source: GridSource
  selection: Selection
  /** Rises when what the gutters say may have changed for all lines. */
  version: number
  /** Holds the messages of marked cells: in the grid itself only rows and cells may stand. */
  messages: HTMLElement | null
}

/** One line. It listens to its own line and to its own part of the selection, and to nothing else. */
export const Row = memo(function Row({ grid, id, index, top, columns, source, selection, messages }: Props) {
  const view = useSyncExternalStore(
    useCallback(listener => source.subscribeLine(id, listener), [source, id]),
    () => source.line(id),
    () => source.line(id),
  )
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
          text={view.hidden.has(column.id) ? '' : (view.texts[column.id] ?? '')}
          align={alignOf(source, column)}
          marks={view.marks.cells.get(column.id)}
          active={active === column.index}
          selected={column.index >= left && column.index <= right && left !== -1}
          locked={view.locked}
        />
      ))}
      {messages && createPortal(<Messages grid={grid} view={view} source={source} />, messages)}
    </div>
  )
})

function alignOf(source: GridSource, column: PlacedColumn): 'left' | 'right' {
  const known = source.columns[column.index]
  return known ? kinds[known.kind].align : 'left'
}

function RowHeader({ grid, view, source }: { grid: string; view: LineView; source: GridSource }) {
  const gutter = source.gutter(view)
  const failing = view.marks.line.some(mark => mark.severity === 'failure' && !mark.stale)
  const why = view.marks.line.length > 0 ? messageId(grid, view.id, '') : undefined
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className="grid-gutter"
      style={{ width: GUTTER_WIDTH }}
      aria-invalid={failing || undefined}
      aria-errormessage={failing ? why : undefined}
      aria-describedby={why}
      data-sign={failing ? 'failing' : gutter.sign}
      data-gutter={view.id}
    >
      <i role="img" aria-label={gutter.label} title={gutter.label} />
      <span>{gutter.text}</span>
    </div>
  )
}

function Messages({ grid, view, source }: { grid: string; view: LineView; source: GridSource }) {
  const say = (marks: readonly Mark[]) => marks.map(mark => source.sentence(mark)).join(' ')
  return (
    <>
      {view.marks.line.length > 0 && <p id={messageId(grid, view.id, '')}>{say(view.marks.line)}</p>}
      {[...view.marks.cells].map(([column, marks]) => (
        <p key={column} id={messageId(grid, view.id, column)}>
          {say(marks)}
        </p>
      ))}
    </>
  )
}
