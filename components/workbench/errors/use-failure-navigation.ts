import { useCallback } from 'react'
import type { GridSource } from '@/components/grid/source'
import { useWorkbench } from '@/components/workbench/workbench-context'
import {
  failureCell,
  failureOrdinal,
  type NavigationContext,
  nextFailure,
} from '@/lib/sheet/judge/failures/next-failure'
import type { ListedSeverity } from '@/lib/sheet/judge/failures/order-failures'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Hidden columns count after the shown ones. */
const HIDDEN_COLUMN_OFFSET = 10_000

/** Moves from failure to failure, or from warning to warning, in the order of the screen. */
export interface FailureNavigation {
  /** The position of the active cell among the failures, from 1; 0: it has none of them. */
  readonly position: number
  /** @returns whether there was one to go to */
  go(step: 1 | -1): boolean
}

/** @param at the active cell */
export function useFailureNavigation(
  at: CellAddress | null,
  severity: ListedSeverity = 'failure',
): FailureNavigation {
  const { workbook, source, grid, goTo } = useWorkbench()
  const go = useCallback(
    (step: 1 | -1) => {
      grid.current?.commit()
      const next = nextFailure(
        contextOf(workbook, source, severity),
        grid.current?.selection.active ?? null,
        step,
      )
      if (next) goTo(failureCell(next, workbook.sheet.key))
      return next !== undefined
    },
    [workbook, source, grid, goTo, severity],
  )
  return { position: failureOrdinal(contextOf(workbook, source, severity), at), go }
}

function contextOf(workbook: Workbook, source: GridSource, severity: ListedSeverity): NavigationContext {
  const { sheet, index, view } = workbook
  return {
    failures: severity === 'failure' ? workbook.failures : workbook.warnings,
    lineOrder: view.lineOrder,
    firstLineOf: line => index.firstLineOf(line),
    columnPosition: id => {
      const shown = source.columns().findIndex(column => column.id === id)
      return shown === -1 ? HIDDEN_COLUMN_OFFSET + sheet.columns.findIndex(column => column.id === id) : shown
    },
    key: sheet.key,
  }
}
