import { type RefObject, useCallback } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { CellAddress } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'

/** Goes to a cell. A filter that hides its line gives way, a column that is away is shown for now, and both are said. */
export function useGoTo(
  workbook: Workbook,
  view: ColumnView,
  words: SheetWords,
  grid: RefObject<GridHandle | null>,
  announce: (sentence: string) => void,
): (cell: CellAddress) => void {
  return useCallback(
    cell => {
      if (workbook.view.indexOf(cell.line) === undefined) {
        workbook.clearFilter()
        announce(words.said('filterGone'))
      }
      const column = workbook.column(cell.column)
      if (view.reveal(cell.column) && column)
        announce(words.said('columnRevealed', { column: words.column(column).name }))
      grid.current?.goTo(cell)
    },
    [workbook, view, words, grid, announce],
  )
}
