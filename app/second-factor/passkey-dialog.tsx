'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useSettledCall } from '@/app/(desk)/use-request-failure'
import { loadPasskeys } from '@/app/sign-in/passkeys'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { FormDialog } from '@/components/ui/overlay/form-dialog'
import type { NewRecoveryCodes } from '@/lib/desk-api/people/account'
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
  const requestFailure = useTranslations('desk.requestFailure')
  const settled = useSettledCall()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const create = () =>
    start(async () => {
      setProblem(undefined)
      const passkeys = await loadPasskeys()
      if (!passkeys) return setProblem(requestFailure('offline'))
      const response = await passkeys
        .startRegistration({ optionsJSON: JSON.parse(options) })
        .catch(() => undefined)
      if (!response) return setProblem(t('notCreated'))
      const outcome = await settled(addPasskey({ name, response: JSON.stringify(response) }))
      if (outcome.ok) return onAdded(outcome.value)
      setProblem(outcome.problem.message)
    })
  return (
    <FormDialog
      staysOpen
      title={t('addPasskey')}
      description={t('passkeyLead')}
      cancel={t('cancel')}
      submit={t('create')}
      isReady={name.trim() !== ''}
      isBusy={isBusy}
      problem={problem}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label={t('passkeyName')} hint={t('passkeyNameHint')}>
        <Input value={name} maxLength={100} autoComplete="off" onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
