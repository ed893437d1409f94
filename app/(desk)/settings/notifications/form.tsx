'use client'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { CheckboxField, CheckboxGroupField } from '@/components/forms/checkbox-fields'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { eventKinds, eventWords } from '@/lib/desk-api/notifications/events'
import {
  type IssuedWebhook,
  type WebhookView,
  webhookSchema,
} from '@/lib/desk-api/notifications/subscriptions'
import { saveWebhook } from './actions'

interface Props {
  /** Undefined: a new one. */
  webhook: WebhookView | undefined
  /** Called with the secret of a new webhook. */
  onSaved: (issued: IssuedWebhook | undefined) => void
  onCancel: () => void
}

/** A webhook: its URL, its events, and whether it is on. */
export function WebhookForm({ webhook, onSaved, onCancel }: Props) {
  const t = useTranslations('notifications')
  const withReauthentication = useReauthentication()
  const { announce } = useToast()
  return (
    <Form
      schema={webhookSchema}
      initial={{
        id: webhook?.id ?? '',
        url: webhook?.url ?? '',
        events: [...(webhook?.events ?? eventKinds)],
        isEnabled: webhook?.isEnabled ?? true,
        ...(webhook && {
          shown: { url: webhook.url, events: [...webhook.events], isEnabled: webhook.isEnabled },
        }),
      }}
      submit={t(webhook ? 'form.save' : 'form.make')}
      others={<Button onClick={onCancel}>{t('form.cancel')}</Button>}
      action={values => withReauthentication(() => saveWebhook(values))}
      onAccepted={issued => {
        if (issued === null) announce(t('form.saved'))
        onSaved(issued ?? undefined)
      }}
    >
      <TextField
        name="url"
        label={t('form.url')}
        hint={t('form.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <CheckboxGroupField
        name="events"
        label={t('form.events')}
        choices={eventKinds.map(value => ({ value, label: t(`events.${eventWords[value]}`) }))}
      />
      <CheckboxField name="isEnabled" label={t('form.enabled')} />
    </Form>
  )
}
