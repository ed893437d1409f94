'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { AuthHeading } from '@/app/auth-heading'
import { TextField } from '@/components/forms/field'
import { FormFrame } from '@/components/forms/form-frame'
import { requiredFields } from '@/components/forms/required-fields'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { SecondStep } from '@/lib/desk-api/people/account'
import { signWithPasskey } from './passkeys'
import { type SecondStepValues, submitSecondStep } from './submit'

interface Props {
  first: SecondStep
  onIn: () => void
  /** Back to the first step. @param hasExpired whether the second step took too long */
  onBack: (hasExpired: boolean) => void
}

/** The second step of a sign-in: a passkey, a code of an authenticator app, or a recovery code. */
export function SecondStepForm({ first, onIn, onBack }: Props) {
  const t = useTranslations('auth.secondStep')
  const signIn = useTranslations('auth.signIn')
  const fields = useTranslations('auth.fields')
  const [step, setStep] = useState(first)
  const withoutApp = first.passkey === undefined ? 'recovery' : undefined
  const [kind, setKind] = useState<'totp' | 'recovery' | undefined>(first.hasApp ? 'totp' : withoutApp)
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const { passkey } = step

  /** @returns why the second step was refused */
  const submit = async (
    values: Omit<SecondStepValues, 'token'>,
    wrong: string,
  ): Promise<string | undefined> => {
    const result = await submitSecondStep({ ...values, token: step.token })
    if (result.kind === 'signed-in') return void onIn()
    if (result.kind === 'expired') return void onBack(true)
    if (result.kind === 'second-step') {
      setStep(result.next)
      return wrong
    }
    return result.kind === 'refused' ? result.message : signIn('unreachable')
  }
  const takePasskey = (options: string) =>
    start(async () => {
      setProblem(undefined)
      const signed = await signWithPasskey(options)
      if ('response' in signed) {
        setProblem(await submit({ kind: 'passkey', value: signed.response }, t('wrongPasskey')))
      } else setProblem(signed.problem === 'offline' ? signIn('unreachable') : t('noPasskey'))
    })

  return (
    <>
      <AuthHeading
        title={t('title')}
        lead={t(kind === 'recovery' ? 'recoveryLead' : passkey ? 'lead' : 'codeLead')}
      />
      <div className="flex flex-col gap-3 pt-4">
        {first.isAppLost && <Notice tone="warn">{t('appLost')}</Notice>}
        {passkey !== undefined && kind !== 'recovery' && (
          <>
            <Button
              autoFocus
              variant={kind === 'totp' ? 'plain' : 'primary'}
              className="self-start"
              disabled={isBusy}
              focusableWhenDisabled
              onClick={() => takePasskey(passkey)}
            >
              {t('usePasskey')}
            </Button>
            <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
          </>
        )}
        {kind !== undefined && (
          <FormFrame
            key={kind}
            resolver={requiredFields<{ code: string }>({ code: fields('code') }, ['code'])}
            initial={{ code: '' }}
            {...(passkey === undefined || kind === 'recovery' ? { focus: 'code' } : {})}
            submit={t('submit')}
            onSubmit={async ({ code }) => {
              const message = await submit(
                { kind, value: code },
                t(kind === 'totp' ? 'wrongCode' : 'wrongRecovery'),
              )
              return message === undefined ? undefined : { message, focus: 'code' }
            }}
          >
            <TextField
              name="code"
              label={t(kind === 'totp' ? 'code' : 'recoveryCode')}
              hint={t(kind === 'totp' ? 'codeHint' : 'recoveryHint')}
              inputMode={kind === 'totp' ? 'numeric' : 'text'}
              autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
            />
          </FormFrame>
        )}
        <div className="flex flex-wrap gap-2">
          {kind !== 'recovery' ? (
            <Button variant="quiet" size="small" onClick={() => setKind('recovery')}>
              {t('useRecovery')}
            </Button>
          ) : (
            (first.hasApp || withoutApp === undefined) && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setKind(first.hasApp ? 'totp' : withoutApp)}
              >
                {t('notRecovery')}
              </Button>
            )
          )}
          <Button variant="quiet" size="small" onClick={() => onBack(false)}>
            {t('back')}
          </Button>
        </div>
        <p className="text-ink-3 text-xs">{t('lost')}</p>
      </div>
    </>
  )
}
