import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Line } from '@/lib/sheet/draft'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import { beginSoon } from './begin-soon'
import { soon } from './soon'

/** The draft at work, and what counts its changes. */
export function useWorkbook(
  sheetId: SheetId,
  lines: readonly Line[],
  isReadOnly: boolean,
): { workbook: Workbook; version: number } {
  const workbook = useMemo(() => openWorkbook(sheetId, lines, isReadOnly), [sheetId, lines, isReadOnly])
  const version = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.version,
    () => 0,
  )
  useEffect(() => beginSoon(workbook), [workbook])
  return { workbook, version }
}

function openWorkbook(sheetId: SheetId, lines: readonly Line[], isReadOnly: boolean): Workbook {
  const workbook = new Workbook(sheets[sheetId], lines)
  workbook.isReadOnly = isReadOnly
  workbook.defer = soon
  return workbook
}
