import { memo } from 'react'
import type { LineView } from '@/lib/sheet/line-view'
import { GUTTER_WIDTH, messageId } from './geometry'
import type { Gutter } from './source'

interface Props extends Gutter {
  grid: string
  view: LineView
}

const style = { width: GUTTER_WIDTH }

/** Signs that surely have room; ids of orders may have more. */
const SHORT = 9

/** What stands before a line. */
export const RowHeader = memo(function RowHeader({ grid, view, text, sign, label }: Props) {
  const failing = view.marks.line.some(mark => mark.severity === 'failure' && !mark.stale)
  const why = view.marks.line.length > 0 ? messageId(grid, view.id, '') : undefined
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className="grid-gutter"
      style={style}
      aria-invalid={failing || undefined}
      aria-errormessage={failing ? why : undefined}
      aria-describedby={why}
      data-sign={failing ? 'failing' : sign}
      data-gutter={view.id}
      data-long={text.length > SHORT || undefined}
    >
      {label !== '' && <i role="img" aria-label={label} title={label} />}
      <span>{text}</span>
    </div>
  )
})
