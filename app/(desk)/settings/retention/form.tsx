'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { useToast } from '@/components/ui/feedback/toast'
import { retentionSchema } from '@/lib/desk-api/retention'
import { setRetention } from './actions'

/** How long personal data is kept. @param days null: forever */
export function RetentionForm({ days }: { days: number | null }) {
  const t = useTranslations('history.retention')
  const { announce } = useToast()
  return (
    <Form
      schema={retentionSchema}
      initial={{ days: days === null ? '' : String(days) }}
      submit={t('save')}
      label={t('title')}
      action={values => setRetention({ days: values.days === null ? '' : String(values.days) })}
      onAccepted={(_, values) =>
        announce(values.days === null ? t('savedNever') : t('saved', { days: values.days }))
      }
    >
      <TextField
        name="days"
        label={t('days')}
        hint={t('hint')}
        inputMode="numeric"
        placeholder={t('never')}
        autoComplete="off"
      />
    </Form>
  )
}
