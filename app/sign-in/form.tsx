'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AuthHeading } from '@/app/auth-heading'
import { TextField } from '@/components/forms/field'
import { FormFrame } from '@/components/forms/form-frame'
import { PasswordField } from '@/components/forms/password-field'
import { requiredFields } from '@/components/forms/required-fields'
import type { SecondStep } from '@/lib/desk-api/people/account'
import { SecondStepForm } from './second-step-form'
import { type SignInValues, submitSignIn } from './submit'

interface Props {
  /** The path to open afterwards, on this origin. */
  to: string
  /** Shown above and below the first step, and not in the second. */
  above?: ReactNode
  children?: ReactNode
}

/** Signs in, in two steps for operators with a second factor. */
export function SignIn({ to, above, children }: Props) {
  const t = useTranslations('auth.signIn')
  const fields = useTranslations('auth.fields')
  const [step, setStep] = useState<SecondStep>()
  const [hasExpired, setExpired] = useState(false)
  // A full page load: nothing of an earlier operator stays in memory.
  const open = () => window.location.assign(to)
  if (step) {
    return (
      <SecondStepForm
        first={step}
        onIn={open}
        onBack={expired => {
          setExpired(expired)
          setStep(undefined)
        }}
      />
    )
  }
  return (
    <>
      <AuthHeading title={t('title')} lead={hasExpired ? t('expired') : undefined} />
      <div className="flex flex-col gap-3 pt-4">
        {above}
        <FormFrame
          resolver={requiredFields<SignInValues>({ email: fields('email'), password: fields('password') }, [
            'email',
          ])}
          initial={{}}
          focus="email"
          submit={t('submit')}
          onSubmit={async values => {
            const result = await submitSignIn(values)
            if (result.kind === 'signed-in' || result.kind === 'second-step') {
              if (result.kind === 'signed-in') open()
              else setStep(result.next)
              return undefined
            }
            if (result.kind === 'wrong') return { message: t('wrong'), focus: 'password' }
            return { message: result.kind === 'refused' ? result.message : t('unreachable') }
          }}
        >
          <TextField name="email" label={t('email')} type="email" autoComplete="username" />
          <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        </FormFrame>
        {children}
      </div>
    </>
  )
}
