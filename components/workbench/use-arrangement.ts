import { type RefObject, useMemo } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import { type Filter, withColumn } from '@/lib/sheet/arrange'
import type { ColumnFilter } from '@/lib/sheet/column-filter'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Say } from './use-say'

/** What an operator does to the view of the sheet. */
export interface ArrangementActs {
  /** Shows the orders that stand so; null: all. What else is filtered stays. */
  standing(standing: Filter['standing']): void
  /** Shows the orders of a group of failures alone; null, or the group that is shown: all again. */
  failure(key: string | null): void
  /** Shows some values of a column; undefined: all. */
  column(id: string, wanted: ColumnFilter | undefined): void
  /** Shows every order in the true order again. */
  clear(): void
  /** Filters and sorts once more by what the sheet says now. */
  again(): void
}

/** Filtering, so that the operator stays on the line where they are as long as it is shown. */
export function useArrangement(
  workbook: Workbook,
  grid: RefObject<GridHandle | null>,
  announce: (sentence: string) => void,
  t: Say,
): ArrangementActs {
  return useMemo(() => {
    const staying = (act: () => void) => {
      grid.current?.commit()
      const cell = grid.current?.selection.active
      act()
      if (cell && workbook.view.indexOf(cell.line) !== undefined) grid.current?.selection.moveTo(cell)
    }
    const show = (filter: Filter) => {
      staying(() => workbook.arrange({ ...workbook.arrangement, filter }))
      announce(t('said.filtered', { count: workbook.view.orderCount }))
    }
    return {
      standing: standing => show({ ...workbook.arrangement.filter, standing }),
      failure: key => {
        const { filter } = workbook.arrangement
        show({ ...filter, failure: key === filter.failure ? null : key })
      },
      column: (id, wanted) => show(withColumn(workbook.arrangement.filter, id, wanted)),
      clear: () => {
        staying(() => {
          workbook.clearFilter()
          workbook.sortBy(null, grid.current?.selection.active ?? null)
        })
        announce(t('said.unsorted'))
      },
      again: () => show(workbook.arrangement.filter),
    }
  }, [workbook, grid, announce, t])
}
