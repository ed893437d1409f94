'use client'
import { useTranslations } from 'use-intl'
import { ShownOnceDialog } from '@/app/(desk)/settings/shown-once-dialog'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import type { IssuedWebhook } from '@/lib/desk-api/notifications/subscriptions'

/** The signing secret of a new webhook. */
export function SecretDialog({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const t = useTranslations('notifications.secret')
  const keyCaps = useKeyCaps()
  const words = {
    copy: t('copy'),
    copied: t('copied'),
    byHand: t('copyByHand', { key: keyCaps('Control+C') }),
    close: t('close'),
  }
  return (
    <ShownOnceDialog
      value={issued.secret}
      title={t('title')}
      once={t('once')}
      label={t('label')}
      hint={t('hint')}
      words={words}
      onClose={onClose}
    />
  )
}
