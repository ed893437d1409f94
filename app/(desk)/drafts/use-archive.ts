import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { archiveDrafts } from './actions'

type Named = Pick<DraftRow, 'id' | 'name'>

/**
 * @returns archives drafts, or restores them, and says what changed; a draft that this archived can be restored by undo.
 * It returns whether it succeeded.
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
    const changed = drafts.filter(({ id }) => outcome.value.includes(id))
    // What another tab did meanwhile is as it was asked for, but is not undone from here.
    const named = changed.length > 0 ? changed : drafts
    const about = { count: named.length, name: named[0]?.name ?? '' }
    const undo = { label: t('undo'), act: () => void move(changed, false) }
    if (isArchived) announce(t('archived', about), changed.length > 0 ? undo : undefined)
    else announce(t('broughtBack', about))
    return true
  }
  return move
}
