import { useCallback } from 'react'
import type { GridSource } from '@/components/grid/source'
import { useWorkbench } from '@/components/workbench/workbench-context'
import {
  failureCell,
  failureOrdinal,
  type NavigationContext,
  nextFailure,
} from '@/lib/sheet/judge/failures/next-failure'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Hidden columns count after the shown ones. */
const HIDDEN_COLUMN_OFFSET = 10_000

/** Moves from failure to failure in the order of the screen. */
export interface FailureNavigation {
  /** The place of the active cell among the failures, from 1; 0: it has none. */
  readonly position: number
  go(step: 1 | -1): void
}

/** @param at the active cell */
export function useFailureNavigation(at: CellAddress | null): FailureNavigation {
  const { workbook, source, grid, goTo } = useWorkbench()
  const go = useCallback(
    (step: 1 | -1) => {
      grid.current?.commit()
      const next = nextFailure(groundOf(workbook, source), grid.current?.selection.active ?? null, step)
      if (next) goTo(failureCell(next, workbook.sheet.key))
    },
    [workbook, source, grid, goTo],
  )
  return { position: failureOrdinal(groundOf(workbook, source), at), go }
}

function groundOf(workbook: Workbook, source: GridSource): NavigationContext {
  const { sheet, index, view, failures } = workbook
  return {
    failures,
    lineOrder: view.lineOrder,
    firstLineOf: line => index.orderOf(line)?.firstLine,
    columnPosition: id => {
      const shown = source.columns().findIndex(column => column.id === id)
      return shown === -1 ? HIDDEN_COLUMN_OFFSET + sheet.columns.findIndex(column => column.id === id) : shown
    },
    key: sheet.key,
  }
}
