import { memo } from 'react'
import type { Mark } from '@/lib/sheet/marks'
import { cellId, messageId, type PlacedColumn } from './geometry'

/** What a cell wears: the worst of its marks. */
export function dressOf(
  marks: readonly Mark[] | undefined,
): 'failure' | 'oneof' | 'stale' | 'warning' | undefined {
  if (!marks?.length) return undefined
  const failures = marks.filter(mark => mark.severity === 'failure')
  const fresh = failures.filter(mark => !mark.stale)
  if (fresh.length > 0) return fresh.every(mark => mark.oneOf > 1) ? 'oneof' : 'failure'
  return failures.length > 0 ? 'stale' : 'warning'
}

interface Props {
  grid: string
  line: string
  column: PlacedColumn
  text: string
  align: 'left' | 'right'
  marks: readonly Mark[] | undefined
  active: boolean
  selected: boolean
  locked: boolean
}

/** One cell: its text, its mark, and where it stands. It knows nothing of its neighbours. */
export const Cell = memo(function Cell({
  grid,
  line,
  column,
  text,
  align,
  marks,
  active,
  selected,
  locked,
}: Props) {
  const dress = dressOf(marks)
  const why = dress ? messageId(grid, line, column.id) : undefined
  const invalid = dress === 'failure' || dress === 'oneof'
  return (
    <div
      role="gridcell"
      id={cellId(grid, line, column.id)}
      className="grid-cell"
      style={{ left: column.left, width: column.width }}
      aria-colindex={column.index + 2}
      aria-selected={selected}
      aria-invalid={invalid || undefined}
      aria-errormessage={invalid ? why : undefined}
      aria-describedby={why}
      aria-readonly={locked || undefined}
      data-column={column.id}
      data-line={line}
      data-align={align}
      data-pinned={column.pinned || undefined}
      data-dress={dress}
      data-active={active || undefined}
      data-selected={selected || undefined}
    >
      {text}
    </div>
  )
})
