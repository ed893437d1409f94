import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { archiveDrafts } from './actions'

type Named = Pick<DraftRow, 'id' | 'name'>

/** @returns archives drafts, or restores them, and says what changed; an archived draft can be restored by undo */
export function useArchive(): (drafts: readonly Named[], isArchived: boolean) => Promise<void> {
  const t = useTranslations('drafts.announced')
  const { announce } = useToast()
  const move = async (drafts: readonly Named[], isArchived: boolean): Promise<void> => {
    const outcome = await archiveDrafts({ draftIds: drafts.map(({ id }) => id), isArchived })
    if (!outcome.ok) return announce(outcome.problem.message)
    const changed = drafts.filter(({ id }) => outcome.value.includes(id))
    const [first = drafts[0]] = changed
    const about = { count: Math.max(1, changed.length), name: first?.name ?? '' }
    if (!isArchived) return announce(t('broughtBack', about))
    announce(t('archived', about), { label: t('undo'), act: () => void move(changed, false) })
  }
  return move
}
