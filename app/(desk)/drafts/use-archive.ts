import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { archiveDrafts } from './actions'

type Named = Pick<DraftRow, 'id' | 'name'>

/**
 * @returns archives drafts, or restores them, and says so; archived drafts can be restored by undo. It returns
 * whether it succeeded.
 */
export function useArchive(): (drafts: readonly Named[], isArchived: boolean) => Promise<boolean> {
  const t = useTranslations('drafts.announced')
  const { announce } = useToast()
  const move = async (drafts: readonly Named[], isArchived: boolean): Promise<boolean> => {
    const outcome = await archiveDrafts({ draftIds: drafts.map(({ id }) => id), isArchived })
    if (!outcome.ok) {
      announce(outcome.problem.message)
      return false
    }
    const moved = drafts.filter(({ id }) => outcome.value.includes(id))
    const about = { count: moved.length, name: moved[0]?.name ?? '' }
    if (isArchived) announce(t('archived', about), { label: t('undo'), act: () => void move(moved, false) })
    else announce(t('broughtBack', about))
    return true
  }
  return move
}
