'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import type { ClientView, IssuedSecrets } from '@/lib/desk-api/programs/clients'
import { createClientSchema, issueSchema, lifetimes } from '@/lib/desk-api/programs/clients'
import { createClient, issueSecret } from './actions'

interface NewProps {
  onIssued: (issued: IssuedSecrets) => void
  onCancel: () => void
}

/** A new client: its name, its permissions, and the expiry of its key. */
export function NewClientForm({ onIssued, onCancel }: NewProps) {
  const t = useTranslations('settings')
  const withReauthentication = useReauthentication()
  return (
    <Form
      schema={createClientSchema}
      initial={{ scopes: 'both', lifetime: '90', lastDay: '' }}
      submit={t('make')}
      others={<Button onClick={onCancel}>{t('cancel')}</Button>}
      action={values => withReauthentication(() => createClient(values))}
      onAccepted={onIssued}
    >
      <TextField name="name" label={t('columns.name')} hint={t('hints.name')} autoComplete="off" />
      <ChoiceField
        name="scopes"
        label={t('scopes')}
        hint={t('hints.scopes')}
        choices={(['both', 'orders', 'products'] as const).map(value => ({
          value,
          label: t(`scopeChoices.${value}`),
        }))}
      />
      <EndFields />
    </Form>
  )
}

interface IssueProps {
  client: ClientView
  onIssued: (issued: IssuedSecrets) => void
  onCancel: () => void
}

/** Another key or token for a client. */
export function IssueForm({ client, onIssued, onCancel }: IssueProps) {
  const t = useTranslations('settings')
  const withReauthentication = useReauthentication()
  // Products are registered with a secret key, not with an access token.
  const kinds = client.scopes.includes('orders') ? (['key', 'token'] as const) : (['key'] as const)
  return (
    <Form
      schema={issueSchema}
      initial={{ clientId: client.id, kind: 'key', lifetime: '90', lastDay: '' }}
      submit={t('issue')}
      others={<Button onClick={onCancel}>{t('cancel')}</Button>}
      action={values => withReauthentication(() => issueSecret(values))}
      onAccepted={onIssued}
    >
      <ChoiceField
        name="kind"
        label={t('kind')}
        hint={t('hints.kind')}
        choices={kinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
      />
      <EndFields />
    </Form>
  )
}

/** The expiry of a key. A token has a fixed lifetime. */
export function EndFields() {
  const t = useTranslations('settings')
  const [kind, lifetime] = useWatch({ name: ['kind', 'lifetime'] })
  if (kind === 'token') return <p className="pb-3 text-ink-2 text-sm">{t('hints.token')}</p>
  return (
    <>
      <ChoiceField
        name="lifetime"
        label={t('lifetime')}
        choices={lifetimes.map(value => ({ value, label: t(`lifetimes.${value}`) }))}
      />
      {lifetime === 'date' && (
        <TextField name="lastDay" label={t('lastDay')} hint={t('hints.lastDay')} type="date" />
      )}
    </>
  )
}
