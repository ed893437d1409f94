import { memo, type PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import type { LineView } from '@/lib/sheet/line-view'
import { renderCell } from './cell'
import { noteId, type PlacedColumn } from './geometry'
import { Messages } from './messages'
import { RowHeader } from './row-header'
import { readRowKey } from './row-key'
import type { GridSource, Gutter } from './source'
import type { TextWidths } from './text-widths'

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
  widths: TextWidths
  /** Texts that are cut short have no rest yet. A line that has one keeps it. */
  isMoving: boolean
  messages: HTMLElement | null
}

/** One line. Everything that it shows is given to it, so that it is drawn again only when that changed. */
export const Row = memo(function Row(props: Props) {
  const { grid, index, view, columns, source, widths, messages } = props
  const part = readRowKey(props.part)
  const notes = source.notes(view)
  const active = part.active < 0 ? undefined : columns.find(({ index }) => index === part.active)
  const isNoted = active !== undefined && notes?.has(active.id)
  return (
    // aria-rowindex counts the two heading rows.
    <div
      role="row"
      aria-rowindex={index + 3}
      className="grid-row"
      data-line={view.id}
      data-opens={view.opens || undefined}
      data-locked={view.locked || undefined}
      onPointerOver={event => entitle(event, view, source)}
    >
      <RowHeader grid={grid} view={view} text={props.number} sign={props.sign} label={props.said} />
      {columns.map(column =>
        renderCell(grid, view, column, part, notes?.get(column.id), widths, props.isMoving),
      )}
      {messages &&
        isMarked(view) &&
        createPortal(<Messages grid={grid} view={view} source={source} />, messages)}
      {messages &&
        isNoted &&
        createPortal(<p id={noteId(grid, view.id, active.id)}>{source.note(view, active.id)}</p>, messages)}
    </div>
  )
}, isSame)

/** A line that stands has no less to show once the view moves. */
function isSame(before: Props, now: Props): boolean {
  for (const name of Object.keys(now) as (keyof Props)[]) {
    if (!Object.is(before[name], now[name]) && !(name === 'isMoving' && now.isMoving)) return false
  }
  return true
}

/** A filled cell says where its text came from to who points at it. No sentence is made before that. */
function entitle({ target }: PointerEvent, view: LineView, source: GridSource): void {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null
  if (!cell) return
  const said = cell.dataset.origin ? source.note(view, cell.dataset.column ?? '') : ''
  if (cell.title !== said) cell.title = said
}

const isMarked = ({ marks }: LineView): boolean => marks.line.length > 0 || marks.cells.size > 0
