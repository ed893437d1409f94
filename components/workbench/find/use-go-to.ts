import { type RefObject, useCallback } from 'react'
import type { GridHandle } from '@/components/grid/handle'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Goes to a cell. Clears a filter that hides its line, shows a hidden column for now, and announces both. */
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
        announce(words.message('filterGone'))
      }
      const column = workbook.column(cell.column)
      if (view.reveal(cell.column) && column)
        announce(words.message('columnRevealed', { column: words.column(column).name }))
      grid.current?.goTo(cell)
    },
    [workbook, view, words, grid, announce],
  )
}
