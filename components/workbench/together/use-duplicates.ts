import { useCallback, useEffect, useRef } from 'react'
import { sendJson } from '@/components/workbench/requests/send-json'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { DuplicateElsewhere } from '@/lib/sheet/judge/warnings/duplicates'
import { DuplicateSearch, type DuplicateServer } from './duplicate-search'

/**
 * Warns about orders with the same recipient and items as another one, in the sheet or in another draft.
 * @returns looks all of them up again
 */
export function useDuplicates(draftId: string, connectionId: string): () => void {
  const { workbook } = useWorkbench()
  const { id: sheetId, recordType } = workbook.sheet
  const search = useRef<DuplicateSearch>(undefined)
  useEffect(() => {
    if (recordType !== 'order') return
    const server: DuplicateServer = (keys, signal) =>
      sendJson<DuplicateElsewhere[]>(`/drafts/${draftId}/duplicates`, {
        body: { sheetId, connectionId, keys },
        signal,
      })
    const current = new DuplicateSearch(workbook, server)
    search.current = current
    current.start()
    return () => current.stop()
  }, [workbook, draftId, sheetId, recordType, connectionId])
  return useCallback(() => search.current?.again(), [])
}
