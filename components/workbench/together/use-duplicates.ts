import { useCallback, useEffect, useRef } from 'react'
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
    const server: DuplicateServer = async (keys, signal) => {
      try {
        const response = await fetch(`/drafts/${draftId}/duplicates`, {
          method: 'POST',
          signal,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ sheetId, connectionId, keys }),
        })
        return response.ok ? ((await response.json()) as DuplicateElsewhere[]) : undefined
      } catch {
        return undefined
      }
    }
    const current = new DuplicateSearch(workbook, server)
    search.current = current
    current.start()
    return () => current.stop()
  }, [workbook, draftId, sheetId, recordType, connectionId])
  return useCallback(() => search.current?.again(), [])
}
