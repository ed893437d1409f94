'use client'
import { Ellipsis } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { downloadAddress } from '@/app/(desk)/history/download'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { useToast } from '@/components/ui/feedback/toast'
import { Menu } from '@/components/ui/overlay/menu'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { duplicateDraft } from './actions'
import { useArchive } from './use-archive'

interface Props {
  draft: DraftRow
  isArchived: boolean
  onRename: () => void
  onDelete: () => void
}

/** What can be done with a draft of the list. */
export function RowMenu({ draft, isArchived, onRename, onDelete }: Props) {
  const { id, name } = draft
  const t = useTranslations('drafts')
  const desk = useTranslations('desk')
  const download = useTranslations('history.download')
  const router = useRouter()
  const { announce } = useToast()
  const archive = useArchive()

  const copy = async () => {
    const outcome = await duplicateDraft({ draftId: id })
    announce(outcome.ok ? t('announced.duplicated', { name: outcome.value.name }) : outcome.problem.message)
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
          label: t(isArchived ? 'unarchive' : 'archive'),
          onSelect: () => archive([draft], !isArchived),
        },
        { id: 'history', label: desk('history'), onSelect: () => router.push(`/history?draft=${id}`) },
        {
          id: 'ids',
          label: download('label', { record: draft.recordType }),
          aside: 'XLSX',
          onSelect: () => window.location.assign(downloadAddress({ draftId: id }, 'xlsx', 'used')),
        },
        { id: 'delete', label: t('delete'), onSelect: onDelete },
      ]}
    />
  )
}
