import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { Line } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { warehouseIds } from '@/lib/sheet/warehouses'
import { Workbook } from '@/lib/sheet/workbook'
import { beginSoon } from './begin-soon'
import { soon } from './soon'

/** The draft at work, and what counts its changes. @param warehouses of the connection in use, where they are known */
export function useWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
  warehouses: readonly Warehouse[] | undefined,
): { workbook: Workbook; version: number } {
  const workbook = useMemo(() => openWorkbook(sheetId, lines, isReadOnly), [sheetId, lines, isReadOnly])
  const version = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.version,
    () => 0,
  )
  useEffect(() => workbook.knowWarehouses(warehouseIds(warehouses ?? [])), [workbook, warehouses])
  useEffect(() => beginSoon(workbook), [workbook])
  return { workbook, version }
}

function openWorkbook(sheetId: SheetId, lines: readonly Line[], isReadOnly: boolean): Workbook {
  const workbook = new Workbook(sheets[sheetId], lines)
  workbook.isReadOnly = isReadOnly
  workbook.defer = soon
  return workbook
}
