'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { Notice } from '@/components/ui/feedback/notice'
import type { DeliveryView, IssuedWebhook, WebhookView } from '@/lib/desk-api/notifications/subscriptions'
import { isolated } from '@/lib/words/sentences/isolated'
import { DeleteWebhook } from './delete-webhook'
import { WebhookForm } from './form'
import { DeliveryLog } from './log'
import { RotateSecret } from './rotate'
import { SecretDialog } from './secret'
import { WebhookList } from './webhooks'

interface Props {
  webhooks: readonly WebhookView[]
  deliveries: readonly DeliveryView[]
  /** The sender of email; undefined: none is sent. */
  mailFrom: string | undefined
  /** Whether this server sends no notifications (NOTIFICATIONS=off). */
  isOff: boolean
}

/** Webhooks with the log of deliveries below; the form for a webhook opens in a panel. */
export function NotificationsScreen({ webhooks, deliveries, mailFrom, isOff }: Props) {
  const t = useTranslations('notifications')
  const panel = useEntryPanel<string>()
  const [issued, setIssued] = useState<IssuedWebhook>()
  const [rotating, setRotating] = useState<WebhookView>()
  const [removing, setRemoving] = useState<WebhookView>()
  const webhook = webhooks.find(({ id }) => id === panel.entry)
  return (
    <>
      <ListWithPanel
        panel={panel}
        keepsFocus={issued !== undefined || rotating !== undefined || removing !== undefined}
        newLabel={t('form.new')}
        toolbar={
          <p className="text-ink-2">
            {mailFrom === undefined ? t('mail.off') : t('mail.on', { from: isolated(mailFrom) })}
          </p>
        }
        title={t(webhook ? 'form.change' : 'form.new')}
        list={
          <>
            {isOff && (
              <div className="p-3.5 pb-1">
                <Notice tone="warn">{t('serverOff')}</Notice>
              </div>
            )}
            <WebhookList
              webhooks={webhooks}
              pickedId={webhook?.id}
              onEdit={({ id }) => panel.edit(id)}
              onRotate={setRotating}
              onRemove={setRemoving}
            />
            <DeliveryLog deliveries={deliveries} />
          </>
        }
        form={
          <WebhookForm
            webhook={webhook}
            onSaved={secret => {
              setIssued(secret)
              panel.close()
            }}
            onCancel={panel.close}
          />
        }
      />
      {/* A closed dialog is not rendered: no secret stays in the page. */}
      {issued && <SecretDialog issued={issued} onClose={() => setIssued(undefined)} />}
      {rotating && (
        <RotateSecret
          webhook={rotating}
          onRotated={secret => {
            setRotating(undefined)
            setIssued(secret)
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
      {removing && <DeleteWebhook webhook={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}
