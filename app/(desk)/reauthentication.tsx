'use client'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { openProvider } from '@/app/sign-in/open-provider'
import { signWithPasskey } from '@/app/sign-in/passkeys'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useBusy } from '@/components/ui/use-busy'
import type { Result } from '@/lib/desk-api/result'
import { beginPasskeyConfirmation, confirmPasskey, confirmPassword } from './actions'
import { useSettledCall } from './use-request-failure'

type WithReauthentication = <T>(act: () => Promise<Result<T>>) => Promise<Result<T>>

const ReauthenticationContext = createContext<WithReauthentication>(act => act())
const AccountContext = createContext<{ readonly email: string; readonly provider: string | null }>({
  email: '',
  provider: null,
})

/**
 * Wraps calls of actions that grant access. When the server asks for the password again, a dialog asks the operator,
 * and the action is repeated. When the operator closes the dialog, the result says that nothing was changed.
 */
export const useReauthentication = (): WithReauthentication => use(ReauthenticationContext)

interface Props {
  email: string
  /** The name of the sign-in provider of an operator without a password; null: they have a password. */
  provider?: string | null
  children: ReactNode
}

/** Wraps the pages of the desk: asks for the password when `useReauthentication` needs it. */
export function ReauthenticationProvider({ email, provider = null, children }: Props) {
  const [question, setQuestion] = useState<{ readonly answer: (isConfirmed: boolean) => void }>()
  /** The answer to the open question: two actions that need the password ask for it once. */
  const answer = useRef<Promise<boolean>>(undefined)
  const withReauthentication = useCallback<WithReauthentication>(async act => {
    const outcome = await act()
    // The code is REAUTHENTICATION_NEEDED of lib/auth/sign-in/reauthentication.ts, which code for browsers
    // must not import.
    if (outcome.ok || outcome.problem.code !== 'proof') return outcome
    answer.current ??= new Promise<boolean>(resolve => setQuestion({ answer: resolve })).finally(() => {
      answer.current = undefined
      setQuestion(undefined)
    })
    return (await answer.current) ? act() : outcome
  }, [])
  return (
    <AccountContext value={useMemo(() => ({ email, provider }), [email, provider])}>
      <ReauthenticationContext value={withReauthentication}>
        {children}
        {question && <ReauthenticationDialog email={email} provider={provider} onAnswer={question.answer} />}
      </ReauthenticationContext>
    </AccountContext>
  )
}

/**
 * Asks for the password from inside a dialog: its question is then a nested dialog, and Escape closes only that one.
 */
export function PanelReauthentication({ children }: { children: ReactNode }) {
  return <ReauthenticationProvider {...use(AccountContext)}>{children}</ReauthenticationProvider>
}

interface DialogProps {
  email: string
  provider: string | null
  onAnswer: (isConfirmed: boolean) => void
}

function ReauthenticationDialog({ email, provider, onAnswer }: DialogProps) {
  const t = useTranslations('reauthentication')
  const requestFailure = useTranslations('desk.requestFailure')
  const settled = useSettledCall()
  const form = useId()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<string>()
  // Not a transition: those last until the act that waits for the answer is over, and a wrong answer would be the last.
  const [isBusy, start] = useBusy()
  const [passkey, setPasskey] = useState<string | null>(null)
  useEffect(() => {
    let isOpen = true
    beginPasskeyConfirmation({}).then(
      outcome => isOpen && outcome.ok && setPasskey(outcome.value),
      () => {},
    )
    return () => {
      isOpen = false
    }
  }, [])
  const confirmWithPasskey = (options: string) =>
    start(async () => {
      setProblem(undefined)
      const signed = await signWithPasskey(options)
      if ('problem' in signed)
        return setProblem(signed.problem === 'offline' ? requestFailure('offline') : t('noPasskey'))
      const outcome = await settled(confirmPasskey(signed))
      if (outcome.ok) return onAnswer(true)
      setProblem(outcome.problem.message)
      // The server has used the challenge up.
      const next = await settled(beginPasskeyConfirmation({}))
      setPasskey(next.ok ? next.value : null)
    })
  const confirmAtProvider = () =>
    start(async () => {
      const { pathname, search } = window.location
      if (!(await openProvider(pathname + search, true))) setProblem(requestFailure('offline'))
    })
  const confirm = () =>
    start(async () => {
      setProblem(undefined)
      const outcome = await settled(confirmPassword({ password }))
      if (outcome.ok) return onAnswer(true)
      const [field] = outcome.problem.fields ?? []
      setFailure(field?.message)
      if (!field) setProblem(outcome.problem.message)
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onAnswer(false)}
      title={t(provider === null ? 'title' : 'titleProvider')}
      description={provider === null ? t('body') : t('byProvider', { name: provider })}
      actions={
        <>
          {passkey !== null && (
            <Button
              className="mr-auto"
              onClick={() => confirmWithPasskey(passkey)}
              disabled={isBusy}
              focusableWhenDisabled
            >
              {t('usePasskey')}
            </Button>
          )}
          <Button onClick={() => onAnswer(false)} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          {provider === null ? (
            <Button
              variant="primary"
              type="submit"
              form={form}
              disabled={isBusy || password === ''}
              focusableWhenDisabled
            >
              {t('confirm')}
            </Button>
          ) : (
            <Button variant="primary" onClick={confirmAtProvider} disabled={isBusy} focusableWhenDisabled>
              {t('provider', { name: provider })}
            </Button>
          )}
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
        {provider === null && (
          <>
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
          </>
        )}
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
    </Dialog>
  )
}
