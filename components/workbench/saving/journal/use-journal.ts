import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useLocale } from 'use-intl'
import { useBeforeLeave } from '@/components/workbench/saving/use-before-leave'
import { afterPaint } from '@/components/workbench/tasks/schedule-task'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { joinSentences } from '@/lib/words/sentences/join'
import { Journal } from './journal'
import type { OpenedDraft } from './open'

/**
 * Keeps the acts of an operator on the draft in the browser, and loads those of earlier editing sessions once the sheet
 * is on the screen. It announces edits that were recovered because they had not been saved.
 * @param lastSave the save that began last
 * @returns `saved`, to call when everything is on the server, and whether the browser has all edits until then
 */
export function useJournal(
  workbook: Workbook,
  draft: { id: string; operatorId: string; isNew: boolean },
  opened: OpenedDraft,
  announce: (sentence: string) => void,
  lastSave: RefObject<Promise<unknown> | undefined>,
): { readonly saved: () => void; readonly isComplete: () => boolean } {
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const journal = useRef<Journal>(undefined)
  const { id, operatorId } = draft
  const isNew = useRef(draft.isNew)
  const announceFull = useEffectEvent(() => announce(t('announced.browserFull')))
  useEffect(() => {
    const about = { sheet: workbook.sheet.id, isNew: isNew.current }
    const current = new Journal([id, operatorId], about, {
      history: workbook.history,
      restoreHistory: (past, future) => workbook.restoreHistory(past, future),
      adopted: opened.writers,
      onFull: () => announceFull(),
    })
    journal.current = current
    workbook.history.onAct = (step, forgotten, place) => current.act(step, forgotten, place)
    workbook.history.onReserve = place => current.reserve(place)
    workbook.history.onReplay = (step, kind) => current.move(step, kind)
    const cancelLoad = afterPaint(() => current.load())
    return () => {
      cancelLoad()
      current.close(() => lastSave.current)
    }
  }, [workbook, id, operatorId, opened, lastSave])
  useBeforeLeave(() => journal.current?.leave())
  // Once, and not again in another language.
  const announceRecovered = useEffectEvent(({ dirty, lost }: OpenedDraft) => {
    const message = joinSentences(locale, [
      dirty.length > 0 && t('announced.broughtBack', { count: dirty.length }),
      lost > 0 && t('announced.changedElsewhere', { count: lost }),
    ])
    if (message !== '') announce(message)
  })
  useEffect(() => announceRecovered(opened), [opened])
  const saved = useCallback(() => journal.current?.saved(), [])
  const isComplete = useCallback(() => journal.current?.isComplete ?? true, [])
  return { saved, isComplete }
}
