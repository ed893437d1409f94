'use client'
import { useTranslations } from 'use-intl'
import { ShownOnceDialog } from '@/app/(desk)/settings/shown-once-dialog'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import type { InvitationLink } from '@/lib/desk-api/people/team'

/** The link of an invitation, or with which an operator sets a new password. */
export function LinkDialog({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const t = useTranslations('team.link')
  const keyCaps = useKeyCaps()
  const words = {
    copy: t('copy'),
    copied: t('copied'),
    byHand: t('byHand', { key: keyCaps('Control+C') }),
    close: t('close'),
  }
  return (
    <ShownOnceDialog
      value={link.url}
      title={t(`${link.kind}.title`, { email: link.email })}
      once={t(`${link.kind}.once`)}
      label={t('label')}
      words={words}
      onClose={onClose}
    />
  )
}
