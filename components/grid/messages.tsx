import { memo } from 'react'
import type { LineView } from '@/lib/sheet/line-view'
import type { Mark } from '@/lib/sheet/marks'
import { messageId } from './geometry'
import type { GridSource } from './source'

interface Props {
  grid: string
  view: LineView
  source: GridSource
}

/** The sentences that the marked cells of a line point at. */
export const Messages = memo(function Messages({ grid, view, source }: Props) {
  const say = (marks: readonly Mark[]) => [...new Set(marks.map(mark => source.sentence(mark)))].join(' ')
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
})
