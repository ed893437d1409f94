'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { FormFrame } from '@/components/forms/form-frame'
import { PasswordField } from '@/components/forms/password-field'
import { requiredFields } from '@/components/forms/required-fields'
import { type SignIn, submitSignIn } from './submit'

/** Signs in and goes to `to`, a path of this origin. */
export function SignInForm({ to }: { to: string }) {
  const t = useTranslations('auth.signIn')
  const fields = useTranslations('auth.fields')
  return (
    <FormFrame
      resolver={requiredFields<SignIn>({ email: fields('email'), password: fields('password') }, ['email'])}
      initial={{}}
      focus="email"
      submit={t('submit')}
      onSubmit={async values => {
        const answer = await submitSignIn(values)
        if (answer.kind === 'wrong') return { message: t('wrong'), focus: 'password' }
        if (answer.kind === 'refused') return { message: answer.message }
        if (answer.kind === 'trouble') return { message: t('unreachable') }
        // A full page load: nothing of an earlier operator stays in memory.
        window.location.assign(to)
        return undefined
      }}
    >
      <TextField name="email" label={t('email')} type="email" autoComplete="username" />
      <PasswordField name="password" label={t('password')} autoComplete="current-password" />
    </FormFrame>
  )
}
