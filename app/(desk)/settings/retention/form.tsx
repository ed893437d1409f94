'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { useToast } from '@/components/ui/toast'
import { retentionSchema } from '@/lib/desk-api/retention'
import { setRetention } from './actions'

/** How long personal data is kept. @param days null: for ever */
export function RetentionForm({ days }: { days: number | null }) {
  const say = useTranslations('history.retention')
  const { say: announce } = useToast()
  return (
    <Form
      schema={retentionSchema}
      initial={{ days: days === null ? '' : String(days) }}
      submit={say('save')}
      label={say('title')}
      onSubmit={async values => {
        const outcome = await setRetention({ days: values.days === null ? '' : String(values.days) })
        if (!outcome.ok) return outcome.problem
        announce(values.days === null ? say('savedNever') : say('saved', { days: values.days }))
        return undefined
      }}
    >
      <TextField
        name="days"
        label={say('days')}
        hint={say('hint')}
        inputMode="numeric"
        placeholder={say('never')}
        autoComplete="off"
      />
    </Form>
  )
}
