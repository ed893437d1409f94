'use client'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { EndFields } from '@/app/(desk)/settings/form'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import { createDeskKeySchema, type IssuedDeskKey } from '@/lib/desk-api/programs/desk-keys'
import { createDeskKey } from './actions'

interface Props {
  onIssued: (issued: IssuedDeskKey) => void
  onCancel: () => void
}

/** A new key: its name, its permissions and its expiry. */
export function KeyForm({ onIssued, onCancel }: Props) {
  const t = useTranslations('deskKeys')
  const common = useTranslations('settings')
  const withReauthentication = useReauthentication()
  return (
    <Form
      schema={createDeskKeySchema}
      initial={{ name: '', scopes: 'intake', lifetime: '90', lastDay: '' }}
      submit={t('make')}
      others={<Button onClick={onCancel}>{common('cancel')}</Button>}
      action={values => withReauthentication(() => createDeskKey(values))}
      onAccepted={onIssued}
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
