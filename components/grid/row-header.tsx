import { memo, useSyncExternalStore } from 'react'
import type { LineView } from '@/lib/sheet/line-view'
import { GUTTER_WIDTH, messageId } from './geometry'
import type { GridSource, Gutter } from './source'

interface Props {
  grid: string
  view: LineView
  source: GridSource
}

/** What stands before a line. Its number depends on every line above, so it looks whenever anything changed. */
export const RowHeader = memo(function RowHeader({ grid, view, source }: Props) {
  const read = () => JSON.stringify(source.gutter(view))
  const gutter: Gutter = JSON.parse(useSyncExternalStore(source.subscribe, read, read))
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
      {gutter.label !== '' && <i role="img" aria-label={gutter.label} title={gutter.label} />}
      <span>{gutter.text}</span>
    </div>
  )
})
