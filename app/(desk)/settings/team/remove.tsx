'use client'
import { useTranslations } from 'use-intl'
import { RemoveDialog } from '@/app/(desk)/settings/remove-dialog'
import type { MemberView } from '@/lib/desk-api/people/team'
import { removeMember } from './actions'

/** Asks before an operator is removed, and says what that means. */
export function RemoveMember({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const t = useTranslations('team')
  return (
    <RemoveDialog
      title={t('removeWhom', { name: member.name })}
      body={t('removeMeans', { email: member.email })}
      words={{
        cancel: t('cancel'),
        remove: t('remove'),
        done: t('announced.removed', { name: member.name }),
      }}
      remove={() => removeMember({ id: member.id })}
      onClose={onClose}
    />
  )
}
