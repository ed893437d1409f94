import { type PointerEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { LineId } from '@/lib/sheet/draft'
import type { LineView } from '@/lib/sheet/line-view'
import { BLOCK, noteId } from './geometry'
import { LineBlocks, type ShownBlock } from './line-blocks'
import type { ShownRow } from './line-row'
import { Messages } from './messages'
import type { Selection } from './selection'
import type { GridSource } from './source'
import type { TextWidths } from './text-widths'
import type { Window } from './use-window'

interface Props {
  grid: string
  source: GridSource
  selection: Selection
  rows: readonly LineId[]
  /** Position of the active line: it is drawn wherever it stands. */
  active: number
  drawn: Window
  widths: TextWidths
  /** Holds the messages of marked cells: in the grid itself only rows and cells may stand. */
  messages: HTMLElement | null
}

/**
 * The lines that are drawn. It asks for each of them whenever any line changed; what they show is written by hand, and
 * a row whose line and part of the selection are the same is not touched (docs/decisions/0044).
 */
export function Body({ grid, source, selection, rows, active, drawn, widths, messages }: Props) {
  useSyncExternalStore(source.subscribeLines, source.linesVersion, () => 0)
  const { columns, width, height, isMoving } = drawn
  const body = useRef<HTMLDivElement>(null)
  const blocks = useRef<LineBlocks>(undefined)
  const row = (index: number): ShownRow[] => {
    const id = rows[index]
    if (id === undefined) return []
    const view = source.line(id, index)
    const [gutter, notes] = [source.gutter(view), source.notes(view)]
    return [{ grid, index, view, columns, part: selection.rowKey(index), gutter, notes, widths, isMoving }]
  }
  const shown: ShownBlock[] = blocksOf(drawn).map(({ at, key }) => ({
    key,
    top: at * BLOCK,
    rows: positionsIn(at).flatMap(row),
  }))
  const isAway = shown.length > 0 && (active < drawn.top || active > drawn.bottom)
  if (isAway) shown.push({ key: 'away', top: active, rows: row(active) })
  // Before anything is painted.
  useLayoutEffect(() => {
    if (!body.current) return
    blocks.current ??= new LineBlocks(body.current)
    blocks.current.write(shown)
  })
  const views = shown.flatMap(({ rows }) => rows).filter(({ view }) => isMarked(view))
  const stand = selection.active
  return (
    <>
      <div
        ref={body}
        role="rowgroup"
        className="grid-body"
        style={{ width, height }}
        onPointerOver={event => entitle(event, source)}
      />
      {messages &&
        createPortal(
          <>
            {views.map(({ view }) => (
              <Messages key={view.id} grid={grid} view={view} source={source} />
            ))}
            {stand && <Note grid={grid} line={stand.line} column={stand.column} source={source} />}
          </>,
          messages,
        )}
    </>
  )
}

/**
 * Which blocks are drawn, and by which elements. While the view moves these stay where they are in the document, which
 * is cheap; at rest they stand in it as on the screen, for those who read it from top to bottom.
 */
function blocksOf({ top, bottom, isMoving }: Window): { readonly at: number; readonly key: number }[] {
  const begin = top / BLOCK
  const slots = Math.ceil((bottom - top + 1) / BLOCK)
  const first = isMoving && slots > 0 ? Math.ceil(begin / slots) * slots : begin
  return Array.from({ length: slots }, (_, i) => {
    const at = first + i >= begin + slots ? first + i - slots : first + i
    return { at, key: at % slots }
  })
}

/** Positions of the lines of a block. */
const positionsIn = (block: number): number[] => Array.from({ length: BLOCK }, (_, i) => block * BLOCK + i)

/** Where the text of a filled cell came from, for whoever stands on it. */
function Note({
  grid,
  line,
  column,
  source,
}: { line: LineId; column: string } & Pick<Props, 'grid' | 'source'>) {
  const said = source.note(source.line(line), column)
  return said === '' ? null : <p id={noteId(grid, line, column)}>{said}</p>
}

/** A filled cell says where its text came from to who points at it. No sentence is made before that. */
function entitle({ target }: PointerEvent, source: GridSource): void {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null
  const line = cell?.closest<HTMLElement>('[data-line]')?.dataset.line
  if (!cell || line === undefined) return
  const said = cell.dataset.origin ? source.note(source.line(line), cell.dataset.column ?? '') : ''
  if (cell.title !== said) cell.title = said
}

const isMarked = ({ marks }: LineView): boolean => marks.line.length > 0 || marks.cells.size > 0
