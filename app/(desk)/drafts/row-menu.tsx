'use client'
import { Ellipsis } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { downloadAddress } from '@/app/(desk)/history/download'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { useToast } from '@/components/ui/feedback/toast'
import { Menu } from '@/components/ui/overlay/menu'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { archiveDraft, duplicateDraft } from './actions'

interface Props {
  draft: DraftRow
  isArchived: boolean
  onRename: () => void
  onDelete: () => void
}

/** What can be done with a draft of the list. */
export function RowMenu({ draft: { id, name }, isArchived, onRename, onDelete }: Props) {
  const t = useTranslations('drafts')
  const desk = useTranslations('desk')
  const download = useTranslations('history.download')
  const router = useRouter()
  const { announce } = useToast()

  const copy = async () => {
    const outcome = await duplicateDraft({ draftId: id })
    announce(outcome.ok ? t('announced.duplicated', { name: outcome.value.name }) : outcome.problem.message)
  }
  const move = async (isArchived: boolean) => {
    const outcome = await archiveDraft({ draftId: id, isArchived })
    if (!outcome.ok) return announce(outcome.problem.message)
    if (!isArchived) return announce(t('announced.broughtBack', { name }))
    announce(t('announced.archived', { name }), { label: t('announced.undo'), act: () => move(false) })
  }

  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('more', { name })}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
      acts={[
        { id: 'rename', label: t('rename'), onSelect: onRename },
        { id: 'duplicate', label: t('duplicate'), onSelect: copy },
        {
          id: 'archive',
          label: t(isArchived ? 'bringBack' : 'archive'),
          onSelect: () => move(!isArchived),
        },
        { id: 'history', label: desk('history'), onSelect: () => router.push(`/history?draft=${id}`) },
        {
          id: 'ids',
          label: download('label'),
          aside: 'XLSX',
          onSelect: () => window.location.assign(downloadAddress({ draftId: id }, 'xlsx', 'used')),
        },
        { id: 'delete', label: t('delete'), onSelect: onDelete },
      ]}
    />
  )
}
