'use client'
import { createContext, type ReactNode, use, useCallback, useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { Result } from '@/lib/desk-api/result'
import { provePassword } from './actions'

type WithProof = <T>(act: () => Promise<Result<T>>) => Promise<Result<T>>

const ProofContext = createContext<WithProof>(act => act())
const EmailContext = createContext('')

/**
 * Wraps calls of actions that grant access. When the server asks for the password again, a dialog asks the operator,
 * and the action is repeated. When the operator closes the dialog, the result says that nothing was changed.
 */
export const useProof = (): WithProof => use(ProofContext)

/** Wraps the pages of the desk: asks for the password when `useProof` needs it. */
export function ProofProvider({ email, children }: { email: string; children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly answer: (isProven: boolean) => void }>()
  const withProof = useCallback<WithProof>(async act => {
    const outcome = await act()
    // The code is REAUTHENTICATION_NEEDED of lib/auth/reauthentication.ts, which code for browsers must not import.
    if (outcome.ok || outcome.problem.code !== 'proof') return outcome
    const isProven = await new Promise<boolean>(resolve => setAsked({ answer: resolve }))
    setAsked(undefined)
    return isProven ? act() : outcome
  }, [])
  return (
    <EmailContext value={email}>
      <ProofContext value={withProof}>
        {children}
        {asked && <ProofDialog email={email} onAnswer={asked.answer} />}
      </ProofContext>
    </EmailContext>
  )
}

/** Asks for the password from inside a dialog: its question is then a nested dialog, and Escape closes only that one. */
export function PanelProof({ children }: { children: ReactNode }) {
  return <ProofProvider email={use(EmailContext)}>{children}</ProofProvider>
}

function ProofDialog({ email, onAnswer }: { email: string; onAnswer: (isProven: boolean) => void }) {
  const t = useTranslations('proof')
  const form = useId()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const confirm = () =>
    start(async () => {
      setProblem(undefined)
      const outcome = await provePassword({ password }).catch(() => undefined)
      if (outcome?.ok) return onAnswer(true)
      const [field] = outcome?.problem.fields ?? []
      setFailure(field?.message)
      if (!field) setProblem(outcome?.problem.message ?? t('unreachable'))
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onAnswer(false)}
      title={t('title')}
      description={t('body')}
      actions={
        <>
          <Button onClick={() => onAnswer(false)} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={isBusy || password === ''}
            focusableWhenDisabled
          >
            {t('confirm')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        onSubmit={event => {
          event.preventDefault()
          if (password !== '' && !isBusy) confirm()
        }}
      >
        {/* Tells a password manager which account's password is asked for. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={t('password')} failure={failure}>
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onValueChange={typed => {
              setPassword(typed)
              setFailure(undefined)
            }}
          />
        </Field>
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
    </Dialog>
  )
}
