import { type ReactNode, useCallback, useState } from 'react'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { useWindowKeys } from '@/components/workbench/keys/use-keys'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { type ArrangementActs, useArrangement } from './use-arrangement'
import { ValueFilter } from './value-filter'

/** The key that opens the values of the active column: the same as in Excel. */
export const FILTER_KEYS = 'Control+Shift+L'

/** Filtering the sheet. */
export interface Filters extends ArrangementActs {
  /** Opens the values of a column, by default of the active one. */
  open(column?: string, anchor?: Element): void
  /** The values of a column, while they are open. */
  readonly popover: ReactNode
}

/** The filter of a column's values, opened at its heading or at another element. */
export function useFilters(): Filters {
  const { workbook, words, grid } = useWorkbench()
  const acts = useArrangement()
  const [place, setPlace] = useState<{ readonly id: string; readonly anchor: Element } | null>(null)
  const open = useCallback(
    (id = grid.current?.selection.active?.column ?? workbook.sheet.key, anchor?: Element) => {
      grid.current?.commit()
      const at = anchor ?? grid.current?.heading(id)
      if (at) setPlace({ id, anchor: at })
    },
    [grid, workbook],
  )
  useWindowKeys(event => {
    const isKey =
      (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey && letterOf(event) === 'l'
    if (isKey) open()
    return isKey
  })
  const focusGrid = () => grid.current?.focus()
  const column = place ? workbook.column(place.id) : undefined
  const popover = place && column && (
    <ValueFilter
      key={place.id}
      column={column}
      name={words.column(column).name}
      anchor={place.anchor}
      onApply={wanted => {
        setPlace(null)
        acts.column(place.id, wanted)
        focusGrid()
      }}
      onClose={() => setPlace(null)}
      onReturn={focusGrid}
    />
  )
  return { ...acts, open, popover }
}
