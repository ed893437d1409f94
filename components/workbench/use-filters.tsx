import { type ReactNode, type RefObject, useCallback, useState } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import { type ArrangementActs, useArrangement } from './use-arrangement'
import { useSay } from './use-say'
import { useWindowKeys } from './use-window-keys'
import { ValueFilter } from './value-filter'

/** The key that opens the values of the column where the operator stands; Excel's own for filters. */
export const FILTER_KEY = 'Ctrl Shift L'

/** Filtering the sheet. */
export interface Filters extends ArrangementActs {
  /** Opens the values of a column; without one, those of the column where the operator stands. */
  open(column?: string, anchor?: Element): void
  /** The values of a column, while they are open. */
  readonly popover: ReactNode
}

/** The filters of a sheet, and the values of one column while they are looked at. */
export function useFilters(
  workbook: Workbook,
  words: SheetWords,
  grid: RefObject<GridHandle | null>,
  announce: (sentence: string) => void,
): Filters {
  const t = useSay()
  const acts = useArrangement(workbook, grid, announce, t)
  const [place, setPlace] = useState<{ readonly id: string; readonly anchor: Element } | null>(null)
  const open = useCallback(
    (id = grid.current?.selection.active?.column ?? workbook.sheet.key, anchor?: Element) => {
      grid.current?.commit()
      const at = anchor ?? document.querySelector(`[data-heading="${CSS.escape(id)}"]`)
      if (at) setPlace({ id, anchor: at })
    },
    [grid, workbook],
  )
  useWindowKeys(event => {
    const isKey = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && event.code === 'KeyL'
    if (isKey) open()
    return isKey
  })
  const focusSheet = () => grid.current?.focus()
  const column = place ? workbook.column(place.id) : undefined
  const popover = place && column && (
    <ValueFilter
      key={place.id}
      workbook={workbook}
      column={column}
      name={words.column(column).name}
      anchor={place.anchor}
      onApply={wanted => {
        setPlace(null)
        acts.column(place.id, wanted)
        focusSheet()
      }}
      onClose={() => setPlace(null)}
      onReturn={focusSheet}
    />
  )
  return { ...acts, open, popover }
}
