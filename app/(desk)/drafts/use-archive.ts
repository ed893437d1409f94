import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { archiveDrafts } from './actions'

type Named = Pick<DraftRow, 'id' | 'name'>

/** @returns archives drafts, or restores them, and says so; an archived draft can be restored by undo */
export function useArchive(): (drafts: readonly Named[], isArchived: boolean) => Promise<void> {
  const t = useTranslations('drafts.announced')
  const { announce } = useToast()
  const move = async (drafts: readonly Named[], isArchived: boolean): Promise<void> => {
    const outcome = await archiveDrafts({ draftIds: drafts.map(({ id }) => id), isArchived })
    if (!outcome.ok) return announce(outcome.problem.message)
    const moved = drafts.filter(({ id }) => outcome.value.includes(id))
    const about = { count: moved.length, name: moved[0]?.name ?? '' }
    if (!isArchived) return announce(t('broughtBack', about))
    announce(t('archived', about), { label: t('undo'), act: () => void move(moved, false) })
  }
  return move
}
