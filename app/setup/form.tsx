'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { setUpSchema } from '@/lib/desk-api/account'
import { setUp } from './actions'

/** Makes the first operator with the token of the set-up link. */
export function SetUpForm({ token }: { token: string }) {
  const say = useTranslations('auth.setUp')
  return (
    <Form
      schema={setUpSchema}
      initial={{ token }}
      focus="name"
      submit={say('submit')}
      onSubmit={async values => {
        const outcome = await setUp(values)
        if (!outcome.ok) return outcome.problem
        window.location.assign(outcome.value)
        return undefined
      }}
    >
      <TextField name="name" label={say('name')} autoComplete="name" hint={say('nameHint')} />
      <TextField name="email" label={say('email')} type="email" autoComplete="username" />
      <TextField
        name="password"
        label={say('password')}
        hint={say('passwordHint')}
        type="password"
        autoComplete="new-password"
      />
    </Form>
  )
}
