'use client'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { useToast } from '@/components/ui/feedback/toast'
import { useTimeText } from '@/components/ui/text/time'
import { eventKinds, eventWords } from '@/lib/desk-api/notifications/events'
import type { WebhookView } from '@/lib/desk-api/notifications/subscriptions'
import { isolated } from '@/lib/words/sentences/isolated'
import { sendTest } from './actions'

interface Props {
  webhooks: readonly WebhookView[]
  /** The webhook in the form. */
  pickedId: string | undefined
  onEdit: (webhook: WebhookView) => void
  onRotate: (webhook: WebhookView) => void
  onRemove: (webhook: WebhookView) => void
}

/** All webhooks, the oldest first. */
export function WebhookList({ webhooks, pickedId, onEdit, onRotate, onRemove }: Props) {
  const t = useTranslations('notifications')
  const { announce } = useToast()
  const time = useTimeText()
  const [isTesting, startTest] = useAction()
  const test = ({ id }: WebhookView) =>
    startTest(async () => {
      const outcome = await sendTest({ id })
      announce(outcome.ok ? t('tested') : outcome.problem.message)
    })
  const eventsText = ({ events }: WebhookView) =>
    events.length === eventKinds.length
      ? t('all')
      : events.map(kind => t(`events.${eventWords[kind]}`)).join(' · ')
  if (webhooks.length === 0) return <p className="p-3.5 text-ink-2">{t('none')}</p>
  return (
    <DataTable
      id="webhooks"
      label={t('webhooks')}
      stacksBelow={800}
      rows={webhooks}
      rowKey={({ id }) => id}
      rowClassName={({ id }) => id === pickedId && 'bg-shade'}
      columns={[
        {
          id: 'url',
          heading: t('columns.url'),
          className: 'truncate',
          isRowHeader: true,
          title: ({ url }) => url,
          cell: ({ url }) => <bdi>{url}</bdi>,
        },
        {
          id: 'events',
          heading: t('columns.events'),
          width: 'w-40',
          className: 'truncate text-ink-2',
          title: eventsText,
          cell: eventsText,
        },
        {
          id: 'status',
          heading: t('columns.status'),
          width: 'w-48',
          className: 'text-ink-2',
          cell: ({ isEnabled, previousSecretUntil: until }) => (
            <>
              {t(isEnabled ? 'on' : 'off')}
              {until !== undefined && (
                <span className="block text-ink-3 text-xs">
                  {t('previousSecret', { time: time(until, 'minute') })}
                </span>
              )}
            </>
          ),
        },
        {
          id: 'acts',
          heading: '',
          width: 'w-90',
          className: 'text-right whitespace-nowrap',
          cell: webhook => (
            <>
              <Button
                variant="quiet"
                size="small"
                disabled={isTesting}
                focusableWhenDisabled
                aria-label={t('testWhat', { url: isolated(webhook.url) })}
                onClick={() => test(webhook)}
              >
                {t('test')}
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={t('editWhat', { url: isolated(webhook.url) })}
                onClick={() => onEdit(webhook)}
              >
                {t('edit')}
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={t('rotateWhat', { url: isolated(webhook.url) })}
                onClick={() => onRotate(webhook)}
              >
                {t('rotate')}
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={t('removeWhat', { url: isolated(webhook.url) })}
                onClick={() => onRemove(webhook)}
              >
                {t('remove')}
              </Button>
            </>
          ),
        },
      ]}
    />
  )
}
