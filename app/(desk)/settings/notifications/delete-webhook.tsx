'use client'
import { useTranslations } from 'use-intl'
import { RemoveDialog } from '@/app/(desk)/settings/remove-dialog'
import type { WebhookView } from '@/lib/desk-api/notifications/subscriptions'
import { isolated } from '@/lib/words/sentences/isolated'
import { deleteWebhook } from './actions'

/** Asks before a webhook is deleted with its deliveries. */
export function DeleteWebhook({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const t = useTranslations('notifications')
  return (
    <RemoveDialog
      title={t('removing.title')}
      body={t('removing.body', { url: isolated(webhook.url) })}
      words={{ cancel: t('removing.cancel'), remove: t('remove'), done: t('removing.done') }}
      remove={() => deleteWebhook({ id: webhook.id })}
      onClose={onClose}
    />
  )
}
