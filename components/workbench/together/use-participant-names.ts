import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Conflict, Participant } from '@/lib/desk-api/drafts/changes'
import { joinSentences, listOf } from '@/lib/words/sentences/join'
import { countShownTexts } from './overwritten-cells'

/** How a sentence names another participant. */
export function useParticipantName(): (participant: Participant) => string {
  const t = useTranslations('together')
  return useCallback(
    ({ name, isYou }: Participant) => (isYou ? t('you') : name === '' ? t('someone') : t('named', { name })),
    [t],
  )
}

/** The sentence about the conflicts that a save had with others, for the operator who saved last; '' without any. */
export function useConflictMessage(): (conflicts: readonly Conflict[]) => string {
  const { workbook } = useWorkbench()
  const t = useTranslations('together.met')
  const nameOf = useParticipantName()
  const locale = useLocale()
  return useCallback(
    (conflicts: readonly Conflict[]) => {
      const names = listOf(locale, [...new Set(conflicts.map(({ by }) => nameOf(by)))], 'conjunction')
      const of = (kind: Conflict['kind']) => conflicts.filter(conflict => conflict.kind === kind)
      const cells = of('replaced').reduce((sum, { texts }) => sum + countShownTexts(workbook, texts), 0)
      return joinSentences(locale, [
        cells > 0 && t('replaced', { count: cells, names }),
        of('revived').length > 0 && t('revived', { count: of('revived').length, names }),
        of('kept').length > 0 && t('kept', { count: of('kept').length, names }),
      ])
    },
    [workbook, t, locale, nameOf],
  )
}
