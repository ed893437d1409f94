import { useCallback, useMemo } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import { type ListedFailure, nextStop } from '@/lib/sheet/failure-list'
import type { Workbook } from '@/lib/sheet/workbook'

/** Walking from failure to failure: where the operator stands among them, and on to the next or the one before. */
export function useFailureWalk(
  failures: readonly ListedFailure[],
  at: CellAddress | null,
  workbook: Workbook,
  goTo: (cell: CellAddress) => void,
) {
  const index = useMemo(
    () =>
      failures.findIndex(
        failure => failure.line === at?.line && (failure.column ?? workbook.sheet.key) === at.column,
      ),
    [failures, at, workbook],
  )
  const go = useCallback(
    (step: 1 | -1) => {
      const from = index === -1 ? insertionPoint(failures, at, workbook, step) : index
      const next = nextStop(failures, from, step, workbook.sheet.key)
      if (next) goTo({ line: next.line, column: next.column ?? workbook.sheet.key })
    },
    [failures, index, at, workbook, goTo],
  )
  return { at: index + 1, current: failures[index], go }
}

/** Between which failures the operator stands, so that "next" is the next one below and not the first of all. */
function insertionPoint(
  failures: readonly ListedFailure[],
  at: CellAddress | null,
  workbook: Workbook,
  step: 1 | -1,
): number {
  const order = new Map(workbook.visible.map((line, i) => [line, i]))
  const columns = workbook.sheet.columns.map(column => column.id)
  const place = (line: string, column: string) =>
    (order.get(line) ?? Number.MAX_SAFE_INTEGER) * 1000 + columns.indexOf(column)
  const here = at ? place(at.line, at.column) : -1
  const below = failures.findIndex(failure => place(failure.line, failure.column ?? '') > here)
  const next = below === -1 ? failures.length : below
  return step === 1 ? next - 1 : next
}
