'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '@/components/forms/form'
import { PasswordField } from '@/components/forms/password-field'
import { useToast } from '@/components/ui/toast'
import { passwordSchema } from '@/lib/desk-api/account'
import { changePassword } from './actions'

/** Changes the operator's own password. */
export function PasswordForm() {
  const t = useTranslations('account')
  const setUp = useTranslations('auth.setUp')
  const { announce } = useToast()
  // A sent form starts again empty.
  const [round, setRound] = useState(0)
  return (
    <Form
      key={round}
      schema={passwordSchema}
      initial={{ current: '', password: '' }}
      submit={t('submit')}
      label={t('password')}
      onSubmit={async values => {
        const outcome = await changePassword(values)
        if (!outcome.ok) return outcome.problem
        announce(t('changed'))
        setRound(round + 1)
        return undefined
      }}
    >
      <PasswordField name="current" label={t('current')} autoComplete="current-password" />
      <PasswordField
        name="password"
        label={t('new')}
        hint={setUp('passwordHint')}
        autoComplete="new-password"
      />
    </Form>
  )
}
