'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { PasswordField } from '@/components/forms/password-field'
import { joinSchema } from '@/lib/desk-api/people/account'
import { join } from './actions'

/** Accepts an invitation or sets a new password, with the token of the link. */
export function JoinForm({ token, isNew }: { token: string; isNew: boolean }) {
  const t = useTranslations('auth.invitation')
  const setUp = useTranslations('auth.setUp')
  return (
    <Form
      schema={joinSchema}
      initial={isNew ? { token } : { token, name: '' }}
      focus={isNew ? 'name' : 'password'}
      submit={t(isNew ? 'join' : 'set')}
      action={join}
      onAccepted={url => {
        // A full page load: nothing of an earlier operator stays in memory.
        window.location.assign(url)
      }}
    >
      {isNew && <TextField name="name" label={setUp('name')} autoComplete="name" hint={setUp('nameHint')} />}
      <PasswordField
        name="password"
        label={setUp('password')}
        hint={setUp('passwordHint')}
        autoComplete="new-password"
      />
    </Form>
  )
}
