'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { setUpSchema } from '@/lib/desk-api/account'
import { setUp } from './actions'

/** Creates the first operator with the token of the set-up link. */
export function SetUpForm({ token }: { token: string }) {
  const t = useTranslations('auth.setUp')
  return (
    <Form
      schema={setUpSchema}
      initial={{ token }}
      focus="email"
      submit={t('submit')}
      onSubmit={async values => {
        const outcome = await setUp(values)
        if (!outcome.ok) return outcome.problem
        window.location.assign(outcome.value)
        return undefined
      }}
    >
      <TextField name="email" label={t('email')} type="email" autoComplete="username" />
      <TextField
        name="password"
        label={t('password')}
        hint={t('passwordHint')}
        type="password"
        autoComplete="new-password"
      />
      <TextField name="name" label={t('name')} autoComplete="name" hint={t('nameHint')} />
    </Form>
  )
}
