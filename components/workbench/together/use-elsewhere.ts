import { useCallback, useEffect, useRef } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { NumbersElsewhere } from '@/lib/sheet/judge/status/other-drafts'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { ElsewhereSearch, type ElsewhereServer } from './elsewhere-search'

/**
 * Finds out which orders of the sheet other drafts hold, and keeps that up to date.
 * @returns looks all of them up again
 */
export function useElsewhere(draftId: string, connectionId: string): () => void {
  const { workbook } = useWorkbench()
  const sheetId = workbook.sheet.id
  const search = useRef<ElsewhereSearch>(undefined)
  useEffect(() => {
    const current = new ElsewhereSearch(workbook, serverOf(draftId, sheetId, connectionId))
    search.current = current
    current.start()
    const look = () => {
      if (document.visibilityState === 'visible') current.again()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      current.stop()
    }
  }, [workbook, draftId, sheetId, connectionId])
  return useCallback(() => search.current?.again(), [])
}

function serverOf(draftId: string, sheetId: SheetId, connectionId: string): ElsewhereServer {
  const send = (method: 'POST' | 'PUT', numbers: readonly string[], signal: AbortSignal) =>
    fetch(`/drafts/${draftId}/elsewhere`, {
      method,
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sheetId, connectionId, numbers }),
    })
  return {
    find: async (numbers, signal) => {
      try {
        const response = await send('POST', numbers, signal)
        return response.ok ? ((await response.json()) as NumbersElsewhere) : undefined
      } catch {
        return undefined
      }
    },
    report: async (numbers, signal) => {
      // The next change is reported again.
      await send('PUT', numbers, signal).catch(() => undefined)
    },
  }
}
