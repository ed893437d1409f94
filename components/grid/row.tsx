import { memo } from 'react'
import { createPortal } from 'react-dom'
import type { LineView } from '@/lib/sheet/line-view'
import { renderCell } from './cell'
import { type PlacedColumn, ROW_HEIGHT } from './geometry'
import { Messages } from './messages'
import { RowHeader } from './row-header'
import { readRowKey } from './row-key'
import type { GridSource, Gutter } from './source'

interface Props {
  grid: string
  /** Position among the lines on the screen, from 0. */
  index: number
  view: LineView
  columns: readonly PlacedColumn[]
  /** Its part of the selection, as `rowKey` writes it. */
  part: string
  /** What stands before it: its number, how it fares, and that in words. */
  number: string
  sign: Gutter['sign']
  said: string
  source: GridSource
  messages: HTMLElement | null
}

/** One line. Everything that it shows is given to it, so that it is drawn again only when that changed. */
export const Row = memo(function Row(props: Props) {
  const { grid, index, view, columns, source, messages } = props
  const part = readRowKey(props.part)
  return (
    // aria-rowindex counts the two heading rows.
    <div
      role="row"
      aria-rowindex={index + 3}
      className="grid-row"
      style={{ height: ROW_HEIGHT, transform: `translateY(${index * ROW_HEIGHT}px)` }}
      data-line={view.id}
      data-opens={view.opens || undefined}
      data-locked={view.locked || undefined}
    >
      <RowHeader grid={grid} view={view} text={props.number} sign={props.sign} label={props.said} />
      {columns.map(column => renderCell(grid, view, column, part))}
      {messages &&
        isMarked(view) &&
        createPortal(<Messages grid={grid} view={view} source={source} />, messages)}
    </div>
  )
})

const isMarked = ({ marks }: LineView): boolean => marks.line.length > 0 || marks.cells.size > 0
