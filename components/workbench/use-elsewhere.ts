import { useCallback, useEffect, useRef } from 'react'
import type { Holder } from '@/lib/sheet/elsewhere'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import { ElsewhereSearch, type ElsewhereServer } from './elsewhere-search'

/** Keeps known which orders of the sheet other drafts hold. @returns has all of them looked up again */
export function useElsewhere(
  workbook: Workbook,
  draftId: string,
  sheetId: SheetId,
  connectionId: string,
): () => void {
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
        return response.ok ? ((await response.json()) as Holder[]) : undefined
      } catch {
        return undefined
      }
    },
    report: async (numbers, signal) => {
      // Lists that count it are told again with the next change.
      await send('PUT', numbers, signal).catch(() => undefined)
    },
  }
}
