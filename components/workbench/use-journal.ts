import { useCallback, useEffect, useRef } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import { Journal } from './journal'
import type { Opened } from './journal-open'
import { useSay } from './use-say'

/**
 * Keeps what is done to the draft in the browser, and remembers what was done in earlier sittings once the sheet stands
 * on the screen. What came back of edits that were not saved is told. @returns tells it that everything is on the server
 */
export function useJournal(
  workbook: Workbook,
  draft: { id: string; operatorId: string; isNew: boolean },
  opened: Opened,
  announce: (sentence: string) => void,
): () => void {
  const t = useSay()
  const journal = useRef<Journal>(undefined)
  const { id, operatorId } = draft
  const isNew = useRef(draft.isNew)
  useEffect(() => {
    const sitting = new Journal(
      [id, operatorId],
      { sheet: workbook.sheet.id, isNew: isNew.current },
      workbook.history,
      opened.writers,
      (past, future) => workbook.remember(past, future),
    )
    journal.current = sitting
    workbook.history.onAct = (step, forgotten) => sitting.act(step, forgotten)
    workbook.history.onMove = (step, kind) => sitting.move(step, kind)
    // The frame that shows the sheet comes first.
    const frame = requestAnimationFrame(() => setTimeout(() => sitting.load(), 0))
    return () => {
      cancelAnimationFrame(frame)
      sitting.close()
    }
  }, [workbook, id, operatorId, opened])
  const { dirty, lost } = opened
  useEffect(() => {
    const said = [
      dirty.length > 0 && t('said.broughtBack', { count: dirty.length }),
      lost > 0 && t('said.changedElsewhere', { count: lost }),
    ].filter(sentence => sentence !== false)
    if (said.length > 0) announce(said.join(' '))
  }, [dirty, lost, announce, t])
  return useCallback(() => journal.current?.saved(), [])
}
