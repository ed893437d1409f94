'use client'
import { useTranslations } from 'use-intl'
import { useProof } from '@/app/(desk)/proof'
import { EndFields } from '@/app/(desk)/settings/form'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { createDeskKeySchema, type IssuedDeskKey } from '@/lib/desk-api/desk-keys'
import { createKey } from './actions'

/** A new key: its name, its permissions and its expiry. */
export function KeyForm({ onIssued }: { onIssued: (issued: IssuedDeskKey) => void }) {
  const t = useTranslations('deskKeys')
  const withProof = useProof()
  return (
    <Form
      schema={createDeskKeySchema}
      initial={{ name: '', scopes: 'intake', lifetime: '90', lastDay: '' }}
      submit={t('make')}
      onSubmit={async values => {
        const outcome = await withProof(() => createKey(values))
        if (!outcome.ok) return outcome.problem
        onIssued(outcome.value)
        return undefined
      }}
    >
      <TextField name="name" label={t('name')} hint={t('nameHint')} autoComplete="off" />
      <ChoiceField
        name="scopes"
        label={t('scopes')}
        hint={t('scopesHint')}
        choices={(['intake', 'register'] as const).map(value => ({
          value,
          label: t(`scopeChoices.${value}`),
        }))}
      />
      <EndFields />
    </Form>
  )
}
