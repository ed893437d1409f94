'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { IssuedWebhook, WebhookView } from '@/lib/desk-api/notifications/subscriptions'
import { isolated } from '@/lib/words/sentences/isolated'
import { rotateSecret } from './actions'

interface Props {
  webhook: WebhookView
  onRotated: (issued: IssuedWebhook) => void
  onClose: () => void
}

/** Asks before a webhook gets a new signing secret, and says how long the old one stays valid. */
export function RotateSecret({ webhook, onRotated, onClose }: Props) {
  const t = useTranslations('notifications')
  const withReauthentication = useReauthentication()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const rotate = () =>
    start(async () => {
      const outcome = await withReauthentication(() => rotateSecret({ id: webhook.id }))
      if (outcome.ok) onRotated(outcome.value)
      else setProblem(outcome.problem.message)
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('rotating.title')}
      description={t('rotating.body', { url: isolated(webhook.url) })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('rotating.cancel')}
          </Button>
          <Button variant="primary" onClick={rotate} disabled={isBusy} focusableWhenDisabled>
            {t('rotating.act')}
          </Button>
        </>
      }
    >
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
