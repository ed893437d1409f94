import { useCallback, useSyncExternalStore } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import type { GridSource } from './source'

interface Props {
  source: GridSource
  active: CellAddress | null
}

/** What is wrong with the active cell, beside it. Screen readers hear it through the cell itself. */
export function Tip({ source, active }: Props) {
  const view = useSyncExternalStore(
    useCallback(
      listener => (active ? source.subscribeLine(active.line, listener) : () => {}),
      [source, active],
    ),
    () => (active ? source.line(active.line) : undefined),
    () => undefined,
  )
  const column = active && source.columns().find(known => known.id === active.column)
  const marks = active ? view?.marks.cells.get(active.column) : undefined
  const note = view && active ? source.notes(view)?.get(active.column) : undefined
  if (!view || !column || !(marks?.length || note === 'review')) return null
  return (
    <div className="grid-tip" aria-hidden="true">
      {marks && source.tip(view, column, marks)}
      {note && <p>{source.note(view, column.id)}</p>}
    </div>
  )
}
