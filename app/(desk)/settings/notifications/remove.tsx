'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { WebhookView } from '@/lib/desk-api/notifications'
import { isolated } from '@/lib/words/isolated'
import { removeWebhook } from './actions'

/** Asks before a webhook is deleted with its deliveries. */
export function RemoveDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const t = useTranslations('notifications')
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const act = () =>
    start(async () => {
      const outcome = await removeWebhook({ id: webhook.id })
      if (!outcome.ok) return setProblem(outcome.problem.message)
      announce(t('removing.done'))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('removing.title')}
      description={t('removing.body', { url: isolated(webhook.url) })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('removing.cancel')}
          </Button>
          <Button variant="danger" onClick={act} disabled={isBusy} focusableWhenDisabled>
            {t('remove')}
          </Button>
        </>
      }
    >
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
