import { useMemo } from 'react'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { type Filter, withColumnFilter } from '@/lib/sheet/view/arrangement'
import type { ColumnFilter } from '@/lib/sheet/view/column-filter'

/** Filters and sorts the sheet. */
export interface ArrangementActs {
  /** Shows only the orders of a status; null: of every status. Other filters stay. */
  status(status: Filter['status']): void
  /** Shows only the orders of a group of failures; null, or the group that is shown: all of them again. */
  failure(key: string | null): void
  /** Shows some values of a column; undefined: all. */
  column(id: string, wanted: ColumnFilter | undefined): void
  /** Shows every order, in the order of the draft. */
  clear(): void
  /** Filters and sorts again by the current texts. */
  again(): void
}

/** Filters so that the active cell stays active as long as its line is shown. */
export function useArrangement(): ArrangementActs {
  const { workbook, grid, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  return useMemo(() => {
    const keepingActiveLine = (act: () => void) => {
      grid.current?.commit()
      const cell = grid.current?.selection.active
      act()
      if (cell && workbook.view.indexOf(cell.line) !== undefined) grid.current?.selection.moveTo(cell)
    }
    const show = (filter: Filter) => {
      keepingActiveLine(() => workbook.arrange({ ...workbook.arrangement, filter }))
      announce(t('announced.filtered', { count: workbook.view.orderCount }))
    }
    return {
      status: status => show({ ...workbook.arrangement.filter, status: status }),
      failure: key => {
        const { filter } = workbook.arrangement
        show({ ...filter, failure: key === filter.failure ? null : key })
      },
      column: (id, wanted) => show(withColumnFilter(workbook.arrangement.filter, id, wanted)),
      clear: () => {
        keepingActiveLine(() => {
          workbook.clearFilter()
          workbook.sortBy(null, grid.current?.selection.active ?? null)
        })
        announce(t('announced.unsorted'))
      },
      again: () => show(workbook.arrangement.filter),
    }
  }, [workbook, grid, announce, t])
}
