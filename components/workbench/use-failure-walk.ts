import { type RefObject, useCallback } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/draft'
import { failurePlace, type Ground, nextFailure, standOf } from '@/lib/sheet/failure-walk'
import type { Workbook } from '@/lib/sheet/workbook'

/** Columns that are not shown stand behind those that are. */
const AWAY = 10_000

/** Walking from failure to failure: where the operator stands among them, and on to the next or the one before. */
export function useFailureWalk(
  workbook: Workbook,
  at: CellAddress | null,
  source: GridSource,
  grid: RefObject<GridHandle | null>,
  goTo: (cell: CellAddress) => void,
) {
  const go = useCallback(
    (step: 1 | -1) => {
      grid.current?.commit()
      const next = nextFailure(groundOf(workbook, source), grid.current?.selection.active ?? null, step)
      if (next) goTo(standOf(next, workbook.sheet.key))
    },
    [workbook, source, grid, goTo],
  )
  return { at: failurePlace(groundOf(workbook, source), at), go }
}

function groundOf(workbook: Workbook, source: GridSource): Ground {
  const { sheet, index, view, failures } = workbook
  return {
    failures,
    places: view.places,
    leadOf: line => index.orderOf(line)?.lead,
    columnPlace: id => {
      const shown = source.columns().findIndex(column => column.id === id)
      return shown === -1 ? AWAY + sheet.columns.findIndex(column => column.id === id) : shown
    },
    key: sheet.key,
  }
}
