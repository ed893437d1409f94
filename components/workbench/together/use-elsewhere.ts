import { useCallback, useEffect, useRef } from 'react'
import { sendJson } from '@/components/workbench/requests/send-json'
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
  const url = `/drafts/${draftId}/elsewhere`
  const bodyOf = (numbers: readonly string[]) => ({ sheetId, connectionId, numbers })
  return {
    find: (numbers, signal) => sendJson<NumbersElsewhere>(url, { body: bodyOf(numbers), signal }),
    report: async numbers => (await sendJson(url, { method: 'PUT', body: bodyOf(numbers) })) !== undefined,
  }
}
