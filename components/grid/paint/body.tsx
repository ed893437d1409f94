import { Fragment, memo, type PointerEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { messageId, noteId, ROWS_PER_BLOCK } from '@/components/grid/geometry/geometry'
import type { GridWindow } from '@/components/grid/geometry/use-window'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import { ExternalText } from '@/components/ui/text/external-text'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { LineId } from '@/lib/sheet/schema/line'
import type { LineView } from '@/lib/sheet/workbook/line-view'
import { LineBlocks, type PaintedBlock } from './line-blocks'
import type { PaintedRow } from './painted-row'
import type { TextWidths } from './text-widths'

interface Props {
  grid: string
  source: GridSource
  selection: Selection
  rows: readonly LineId[]
  /** Position of the active line, which is painted even out of view. */
  active: number
  drawn: GridWindow
  widths: TextWidths
  /** The element for the messages of marked cells: a grid may contain only rows and cells (ARIA). */
  messages: HTMLElement | null
}

/**
 * The painted lines. It asks for each of them whenever any line changed. Their elements are written directly, and a row
 * whose line and part of the selection are unchanged is not touched (docs/decisions/0044).
 */
export function Body({ grid, source, selection, rows, active, drawn, widths, messages }: Props) {
  useSyncExternalStore(source.subscribeLines, source.linesVersion, () => 0)
  const { columns, width, height, isMoving } = drawn
  const body = useRef<HTMLDivElement>(null)
  const blocks = useRef<LineBlocks>(undefined)
  const row = (index: number): PaintedRow[] => {
    const id = rows[index]
    if (id === undefined) return []
    const view = source.line(id, index)
    const [gutter, notes] = [source.gutter(view), source.notes(view)]
    return [{ grid, index, view, columns, part: selection.rowKey(index), gutter, notes, widths, isMoving }]
  }
  const shown: PaintedBlock[] = blocksOf(drawn).map(({ at, key }) => ({
    key,
    top: at * ROWS_PER_BLOCK,
    rows: positionsIn(at).flatMap(row),
  }))
  const isActiveOutOfView = shown.length > 0 && (active < drawn.top || active > drawn.bottom)
  if (isActiveOutOfView) shown.push({ key: 'active', top: active, rows: row(active) })
  // Before anything is painted.
  useLayoutEffect(() => {
    if (!body.current) return
    blocks.current ??= new LineBlocks(body.current)
    blocks.current.write(shown)
  })
  const views = shown.flatMap(({ rows }) => rows).filter(({ view }) => isMarked(view))
  const activeCell = selection.active
  return (
    <>
      <div
        ref={body}
        role="rowgroup"
        className="grid-body"
        style={{ width, height }}
        onPointerOver={event => setTooltip(event, source)}
      />
      {messages &&
        createPortal(
          <>
            {views.map(({ view }) => (
              <Messages
                key={view.id}
                grid={grid}
                view={view}
                source={source}
                version={isAboutOthers(view, source) ? source.linesVersion() : 0}
              />
            ))}
            {activeCell && (
              <Note grid={grid} line={activeCell.line} column={activeCell.column} source={source} />
            )}
          </>,
          messages,
        )}
    </>
  )
}

/**
 * The blocks to paint, and the elements that paint them. While the view moves, elements keep their order in the
 * document, which is cheap; at rest their order is that of the screen, for assistive technology.
 */
function blocksOf({ top, bottom, isMoving }: GridWindow): { readonly at: number; readonly key: number }[] {
  const begin = top / ROWS_PER_BLOCK
  const slots = Math.ceil((bottom - top + 1) / ROWS_PER_BLOCK)
  const first = isMoving && slots > 0 ? Math.ceil(begin / slots) * slots : begin
  return Array.from({ length: slots }, (_, i) => {
    const at = first + i >= begin + slots ? first + i - slots : first + i
    return { at, key: at % slots }
  })
}

/** Positions of the lines of a block. */
const positionsIn = (block: number): number[] =>
  Array.from({ length: ROWS_PER_BLOCK }, (_, i) => block * ROWS_PER_BLOCK + i)

/** The origin of the active cell's text, for assistive technology. */
function Note({
  grid,
  line,
  column,
  source,
}: { line: LineId; column: string } & Pick<Props, 'grid' | 'source'>) {
  const note = source.note(source.line(line), column)
  return note === '' ? null : <p id={noteId(grid, line, column)}>{note}</p>
}

/** Gives a filled cell a tooltip with its origin, when the pointer enters it: no sentence is made before that. */
function setTooltip({ target }: PointerEvent, source: GridSource): void {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null
  const line = cell?.dataset.line
  if (!cell || line === undefined) return
  const note = cell.dataset.origin ? source.note(source.line(line), cell.dataset.column ?? '') : ''
  if (cell.title !== note) cell.title = note
}

const isAboutOthers = ({ marks }: LineView, source: GridSource): boolean =>
  [...marks.cells.values()].some(some => some.some(source.namesOtherLines))

const isMarked = ({ marks }: LineView): boolean => marks.line.length > 0 || marks.cells.size > 0

interface MessagesProps {
  grid: string
  view: LineView
  source: GridSource
  /** Changes with the other lines that the messages name. */
  version: number
}

/** The messages that the marked cells of a line refer to. */
const Messages = memo(function Messages({ grid, view, source }: MessagesProps) {
  const { id: line, marks } = view
  return (
    <>
      {marks.line.length > 0 && (
        <p id={messageId(grid, line, '')}>
          <Sentences marks={marks.line} line={line} source={source} />
        </p>
      )}
      {[...marks.cells].map(([column, some]) => (
        <p key={column} id={messageId(grid, line, column)}>
          <Sentences marks={some} line={line} column={column} source={source} />
        </p>
      ))}
    </>
  )
})

interface SentencesProps {
  marks: readonly Mark[]
  line: LineId
  column?: string
  source: GridSource
}

/** The sentences, with the messages that they explain: assistive technology cannot open the tip of a cell. */
function Sentences({ marks, line, column, source }: SentencesProps) {
  const at = column === undefined ? { line } : { line, column }
  return source.sentences(marks, at).map(({ text, originals }, i) => (
    <Fragment key={text}>
      {i > 0 && ' '}
      {text}
      {originals.map(message => (
        <Fragment key={message}>
          {' '}
          <ExternalText text={message} />
        </Fragment>
      ))}
    </Fragment>
  ))
}
