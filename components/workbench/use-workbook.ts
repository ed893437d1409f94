import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { Line } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { warehouseIds } from '@/lib/sheet/warehouses'
import { Workbook } from '@/lib/sheet/workbook'
import type { DraftNews } from './actions'
import { beginAtOnce, beginSoon } from './begin-soon'
import type { FirstNews } from './news'
import { soon } from './soon'

/**
 * The draft at work, and what counts its changes.
 * @param warehouses of the connection in use, where they are known
 * @param isNew whether the server knows nothing of it; else its orders may have answers, and `first` are some of them
 */
export function useWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
  warehouses: readonly Warehouse[] | undefined,
  isNew: boolean,
  first: FirstNews | undefined,
): { workbook: Workbook; version: number } {
  const workbook = useMemo(
    () => openWorkbook(sheetId, lines, isReadOnly, isNew ? undefined : (first?.news ?? nothingYet)),
    [sheetId, lines, isReadOnly, isNew, first],
  )
  const version = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.version,
    () => 0,
  )
  useEffect(() => workbook.knowWarehouses(warehouseIds(warehouses ?? [])), [workbook, warehouses])
  useEffect(() => beginSoon(workbook), [workbook])
  return { workbook, version }
}

const nothingYet: Pick<DraftNews, 'outcomes' | 'more'> = { outcomes: [], more: true }

function openWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
  heard: Pick<DraftNews, 'outcomes' | 'more'> | undefined,
): Workbook {
  const workbook = new Workbook(sheets[sheetId], lines, heard && { ...heard, isAll: !heard.more })
  workbook.isReadOnly = isReadOnly
  workbook.defer = soon
  beginAtOnce(workbook)
  return workbook
}
