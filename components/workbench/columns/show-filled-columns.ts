import { type ColumnView, filledColumns } from '@/lib/sheet/view/columns/column-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * While only relevant columns are shown: shows the columns that a paste, an import or another edit fills.
 * @returns ends it
 */
export function showFilledColumns(workbook: Workbook, view: ColumnView): () => void {
  const filled = new Set<string>()
  const show = () => {
    if (filled.size === 0 || workbook.isActInProgress) return
    view.noteFilled(filled)
    filled.clear()
  }
  workbook.onLinesChange = patch => {
    for (const id of filledColumns(patch, view.unneeded)) filled.add(id)
  }
  // A paste still selects what it wrote, by positions, which new columns would shift.
  const end = workbook.subscribe(() => {
    if (filled.size > 0) queueMicrotask(show)
  })
  return () => {
    workbook.onLinesChange = () => {}
    end()
  }
}
