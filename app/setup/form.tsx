'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { PasswordField } from '@/components/forms/password-field'
import { setUpSchema } from '@/lib/desk-api/people/account'
import { setUp } from './actions'

/** Creates the first operator with the token of the set-up link. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('auth.setUp')
  return (
    <Form
      schema={setUpSchema}
      initial={{ token }}
      focus="name"
      submit={t('submit')}
      action={setUp}
      onAccepted={url => window.location.assign(url)}
    >
      <TextField name="name" label={t('name')} autoComplete="name" hint={t('nameHint')} />
      <TextField name="email" label={t('email')} type="email" autoComplete="username" />
      <PasswordField
        name="password"
        label={t('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
      />
    </Form>
  )
}
