import { useEffect, useMemo } from 'react'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { DraftOutcomes } from '@/lib/desk-api/runs/runs'
import { warehouseIds } from '@/lib/sheet/judge/warehouses'
import type { Line } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { OpeningOutcomes } from './run/fetch-outcomes'
import { scheduleTask } from './schedule-task'
import { judgeAfterPaint, judgeBeforePaint } from './source/start-judging'

/**
 * Opens the workbook of a draft.
 * @param warehouses of the connection in use, where they are known
 * @param isProduction whether the connection in use leads to production
 * @param isNew whether the server does not have the draft yet; otherwise its orders may have outcomes
 * @param first the outcomes that were read while the draft was opened
 */
export function useWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
  warehouses: readonly Warehouse[] | undefined,
  isProduction: boolean,
  isNew: boolean,
  first: OpeningOutcomes | undefined,
): Workbook {
  const workbook = useMemo(
    () => openWorkbook(sheetId, lines, isReadOnly, isNew ? undefined : (first?.outcomes ?? nothingReceived)),
    [sheetId, lines, isReadOnly, isNew, first],
  )
  useEffect(() => workbook.answers.setWarehouses(warehouseIds(warehouses ?? [])), [workbook, warehouses])
  useEffect(() => workbook.answers.setProduction(isProduction), [workbook, isProduction])
  useEffect(() => judgeAfterPaint(workbook), [workbook])
  return workbook
}

const nothingReceived: Pick<DraftOutcomes, 'outcomes' | 'more'> = { outcomes: [], more: true }

function openWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
  received: Pick<DraftOutcomes, 'outcomes' | 'more'> | undefined,
): Workbook {
  const workbook = new Workbook(sheets[sheetId], lines, received && { ...received, isAll: !received.more })
  workbook.isReadOnly = isReadOnly
  workbook.scheduleTask = scheduleTask
  judgeBeforePaint(workbook)
  return workbook
}
