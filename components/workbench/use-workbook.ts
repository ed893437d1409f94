import { useEffect, useMemo } from 'react'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { DraftOutcomes } from '@/lib/desk-api/runs/runs'
import { warehouseIds } from '@/lib/sheet/judge/warnings/warehouses'
import type { Line } from '@/lib/sheet/schema/line'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { OpeningOutcomes } from './run/fetch-outcomes'
import { judgeAfterPaint, judgeBeforePaint } from './source/start-judging'
import { scheduleTask } from './tasks/schedule-task'

interface Options {
  sheetId: SheetId
  lines: readonly Line[]
  isReadOnly: boolean
  /** The warehouses of the connection in use, where they are known. */
  warehouses: readonly Warehouse[] | undefined
  /** Whether the connection in use leads to production. */
  isProduction: boolean
  /** Whether the server does not have the draft yet; otherwise its orders may have outcomes. */
  isNew: boolean
  /** The outcomes that were read while the draft was opened. */
  first: OpeningOutcomes | undefined
}

/** Opens the workbook of a draft. */
export function useWorkbook(options: Options): Workbook {
  const { sheetId, lines, isReadOnly, warehouses, isProduction, isNew, first } = options
  const workbook = useMemo(
    () => openWorkbook(sheetId, lines, isReadOnly, isNew ? undefined : (first?.outcomes ?? nothingReceived)),
    [sheetId, lines, isReadOnly, isNew, first],
  )
  useEffect(() => workbook.serverFacts.setWarehouses(warehouseIds(warehouses ?? [])), [workbook, warehouses])
  useEffect(() => workbook.serverFacts.setProduction(isProduction), [workbook, isProduction])
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
