'use client'
import { Ellipsis } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { downloadAddress } from '@/app/(desk)/history/download'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { archive, duplicate } from './actions'
import type { DraftRow } from './rows'

interface Props {
  draft: DraftRow
  isArchived: boolean
  onRename: () => void
  onDelete: () => void
}

/** What can be done with a draft of the list. */
export function RowMenu({ draft: { id, name }, isArchived, onRename, onDelete }: Props) {
  const say = useTranslations('drafts')
  const history = useTranslations('history')
  const router = useRouter()
  const { say: announce } = useToast()

  const copy = async () => {
    const outcome = await duplicate({ draftId: id })
    announce(outcome.ok ? say('said.duplicated', { name: outcome.value.name }) : outcome.problem.message)
  }
  const move = async (isAway: boolean) => {
    const outcome = await archive({ draftId: id, isAway })
    if (!outcome.ok) return announce(outcome.problem.message)
    if (!isAway) return announce(say('said.broughtBack', { name }))
    announce(say('said.archived', { name }), { label: say('said.undo'), act: () => move(false) })
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" aria-label={say('more', { name })}>
          <Ellipsis aria-hidden />
        </Button>
      }
      acts={[
        { id: 'rename', label: say('rename'), onSelect: onRename },
        { id: 'duplicate', label: say('duplicate'), onSelect: copy },
        {
          id: 'archive',
          label: say(isArchived ? 'bringBack' : 'archive'),
          onSelect: () => move(!isArchived),
        },
        { id: 'history', label: history('title'), onSelect: () => router.push(`/history?draft=${id}`) },
        {
          id: 'ids',
          label: history('download.label'),
          aside: 'XLSX',
          onSelect: () => window.location.assign(downloadAddress({ draftId: id }, 'xlsx', 'used')),
        },
        { id: 'delete', label: say('delete'), onSelect: onDelete },
      ]}
    />
  )
}
