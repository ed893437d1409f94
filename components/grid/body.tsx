import { useSyncExternalStore } from 'react'
import type { LineId } from '@/lib/sheet/draft'
import { BLOCK, ROW_HEIGHT } from './geometry'
import { Row } from './row'
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
 * The lines that are drawn. It asks for each of them whenever any line changed, and hands it over; a row whose line
 * and part of the selection are the same is not drawn again. A line that scrolls out leaves its elements to the one
 * that scrolls in.
 */
export function Body({ grid, source, selection, rows, active, drawn, widths, messages }: Props) {
  useSyncExternalStore(source.subscribeLines, source.linesVersion, () => 0)
  const { top, bottom, columns, width, height } = drawn
  const row = (position: number) => {
    const id = rows[position]
    if (id === undefined) return null
    const view = source.line(id, position)
    const { text, sign, label } = source.gutter(view)
    return (
      <Row
        key={position % BLOCK}
        grid={grid}
        index={position}
        view={view}
        columns={columns}
        part={selection.rowKey(position)}
        number={text}
        sign={sign}
        said={label}
        source={source}
        widths={widths}
        isMoving={drawn.isMoving}
        messages={messages}
      />
    )
  }
  const block = (at: number, key: number) => (
    // Not moved by a transform: the browser would carry one more coordinate space for each through every frame.
    <div key={key} role="presentation" className="grid-block" style={{ top: at * BLOCK * ROW_HEIGHT }}>
      {rowsOf(at).map(row)}
    </div>
  )
  // While the view moves the elements stay where they are in the document, which is cheap; at rest they stand in it as
  // on the screen, for those who read it from top to bottom.
  const begin = top / BLOCK
  const slots = Math.ceil((bottom - top + 1) / BLOCK)
  const first = drawn.isMoving && slots > 0 ? Math.ceil(begin / slots) * slots : begin
  const blocks = []
  for (let i = 0; i < slots; i++) {
    const at = first + i >= begin + slots ? first + i - slots : first + i
    blocks.push(block(at, at % slots))
  }
  const isAway = slots > 0 && (active < top || active > bottom)
  return (
    <div role="rowgroup" className="grid-body" style={{ width, height }}>
      {blocks}
      {isAway && (
        <div role="presentation" className="grid-block" style={{ top: active * ROW_HEIGHT }}>
          {row(active)}
        </div>
      )}
    </div>
  )
}

/** Positions of the lines of a block. */
const rowsOf = (block: number): number[] => Array.from({ length: BLOCK }, (_, i) => block * BLOCK + i)
