'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListAndForm, usePicked } from '@/app/(desk)/settings/list-and-form'
import type { DeliveryView, IssuedWebhook, WebhookView } from '@/lib/desk-api/notifications'
import { isolated } from '@/lib/words/isolated'
import { WebhookForm } from './form'
import { DeliveryLog } from './log'
import { RemoveWebhook } from './remove'
import { SecretDialog } from './secret'
import { WebhookList } from './webhooks'

interface Props {
  webhooks: readonly WebhookView[]
  deliveries: readonly DeliveryView[]
  /** The sender of email; undefined: none is sent. */
  mailFrom: string | undefined
}

/** Webhooks with the log of deliveries below and, beside them, the form: for a new webhook, or for the selected one. */
export function Desk({ webhooks, deliveries, mailFrom }: Props) {
  const t = useTranslations('notifications')
  const { picked, pick, round, leave } = usePicked<string>()
  const [issued, setIssued] = useState<IssuedWebhook>()
  const [removing, setRemoving] = useState<WebhookView>()
  const webhook = webhooks.find(({ id }) => id === picked)
  return (
    <>
      <ListAndForm
        title={t(webhook ? 'form.change' : 'form.new')}
        list={
          <>
            <WebhookList
              webhooks={webhooks}
              pickedId={webhook?.id}
              onEdit={({ id }) => pick(id)}
              onRemove={setRemoving}
            />
            <p className="p-3.5 text-ink-2">
              {mailFrom === undefined ? t('mail.off') : t('mail.on', { from: isolated(mailFrom) })}
            </p>
            <DeliveryLog deliveries={deliveries} />
          </>
        }
        form={
          <WebhookForm
            key={`${webhook?.id ?? ''}/${round}`}
            webhook={webhook}
            onSaved={secret => {
              setIssued(secret)
              leave()
            }}
            onCancel={leave}
          />
        }
      />
      {/* A closed dialog is not rendered: no secret stays in the page. */}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
      {removing && <RemoveWebhook webhook={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}
