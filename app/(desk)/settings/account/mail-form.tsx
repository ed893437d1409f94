'use client'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { CheckboxGroupField } from '@/components/forms/checkbox-fields'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { type EventKind, eventKinds, eventWords } from '@/lib/desk-api/notifications/events'
import { mailChoiceSchema } from '@/lib/desk-api/notifications/subscriptions'
import { changeMailChoice, sendTestMail } from './actions'

/** The events that the operator gets by email. */
export function MailForm({ events }: { events: readonly EventKind[] }) {
  const t = useTranslations('notifications.mine')
  const { announce } = useToast()
  const [isTesting, startTest] = useAction()
  const test = () =>
    startTest(async () => {
      const outcome = await sendTestMail({})
      announce(outcome.ok ? t('tested') : outcome.problem.message)
    })
  return (
    <Form
      schema={mailChoiceSchema}
      initial={{ events: [...events] }}
      submit={t('save')}
      label={t('title')}
      others={
        <Button onClick={test} disabled={isTesting} focusableWhenDisabled>
          {t('test')}
        </Button>
      }
      action={changeMailChoice}
      onAccepted={() => announce(t('saved'))}
    >
      <CheckboxGroupField
        name="events"
        // The heading above says the same.
        label={<span className="sr-only">{t('title')}</span>}
        choices={eventKinds.map(value => ({ value, label: t(`choices.${eventWords[value]}`) }))}
      />
    </Form>
  )
}
