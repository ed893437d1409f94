import { useSyncExternalStore } from 'react'
import type { LineId } from '@/lib/sheet/draft'
import { Row } from './row'
import type { Selection } from './selection'
import type { GridSource } from './source'
import type { Window } from './use-window'

interface Props {
  grid: string
  source: GridSource
  selection: Selection
  rows: readonly LineId[]
  /** Position of the active line: it is drawn wherever it stands. */
  active: number
  drawn: Window
  /** Holds the messages of marked cells: in the grid itself only rows and cells may stand. */
  messages: HTMLElement | null
}

/**
 * The lines that are drawn. It asks for each of them whenever any line changed, and hands it over; a row whose line
 * and part of the selection are the same is not drawn again. A line that scrolls out leaves its elements to the one
 * that scrolls in.
 */
export function Body({ grid, source, selection, rows, active, drawn, messages }: Props) {
  useSyncExternalStore(source.subscribeLines, source.linesVersion, () => 0)
  const { top, bottom, columns, width, height } = drawn
  const slots = bottom - top + 1
  const row = (position: number, key: number) => {
    const id = rows[position]
    if (id === undefined) return null
    const view = source.line(id, position)
    const { text, sign, label } = source.gutter(view)
    return (
      <Row
        key={key}
        grid={grid}
        index={position}
        view={view}
        columns={columns}
        part={selection.rowKey(position)}
        number={text}
        sign={sign}
        said={label}
        source={source}
        messages={messages}
      />
    )
  }
  // While the view moves the elements stay where they are in the document, which is cheap; at rest they stand in it as
  // on the screen, for those who read it from top to bottom.
  const first = drawn.isMoving && slots > 0 ? Math.ceil(top / slots) * slots : top
  const drawnRows = []
  for (let i = 0; i < slots; i++) {
    const position = first + i > bottom ? first + i - slots : first + i
    drawnRows.push(row(position, position % slots))
  }
  if (slots > 0 && (active < top || active > bottom)) drawnRows.push(row(active, -1))
  return (
    <div role="rowgroup" className="grid-body" style={{ width, height }}>
      {drawnRows}
    </div>
  )
}
