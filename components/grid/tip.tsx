import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import type { GridSource } from './source'

interface Props {
  source: GridSource
  active: CellAddress | null
  /** Called when it stands there, to be given its place. */
  onShow: () => void
}

/** What is wrong with the active cell, under it. Screen readers hear it through the cell itself. */
export function Tip({ source, active, onShow }: Props) {
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
  useLayoutEffect(() => {
    if (marks) onShow()
  }, [marks, onShow])
  if (!view || !column || !marks?.length) return null
  return (
    <div className="grid-tip" aria-hidden="true">
      {source.tip(view, column, marks)}
    </div>
  )
}
