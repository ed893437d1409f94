'use client'
import { useId, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { NewRecoveryCodes } from '@/lib/desk-api/account'
import { addPasskey } from './actions'

interface Props {
  /** What the browser needs to create a passkey, as JSON. */
  options: string
  onClose: () => void
  onAdded: (codes: NewRecoveryCodes) => void
}

/** Asks for the name of a new passkey, and lets the browser create it. */
export function PasskeyDialog({ options, onClose, onAdded }: Props) {
  const t = useTranslations('secondFactor')
  const form = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const create = () =>
    start(async () => {
      setProblem(undefined)
      const { startRegistration } = await import('@simplewebauthn/browser')
      const response = await startRegistration({ optionsJSON: JSON.parse(options) }).catch(() => undefined)
      if (!response) return setProblem(t('notCreated'))
      const outcome = await addPasskey({ name, response: JSON.stringify(response) }).catch(() => undefined)
      if (outcome?.ok) return onAdded(outcome.value)
      setProblem(outcome?.problem.message ?? t('unreachable'))
    })
  return (
    <Dialog
      open
      staysOpen
      onClose={() => !isBusy && onClose()}
      title={t('addPasskey')}
      description={t('passkeyLead')}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={isBusy || name.trim() === ''}
            focusableWhenDisabled
          >
            {t('create')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '' && !isBusy) create()
        }}
      >
        <Field label={t('passkeyName')} hint={t('passkeyNameHint')}>
          <Input value={name} maxLength={100} autoComplete="off" onValueChange={setName} />
        </Field>
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </form>
    </Dialog>
  )
}
