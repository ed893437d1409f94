'use client'
import { startTransition, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { CopyableValue } from '@/app/(desk)/settings/copyable-value'
import { useSettledCall } from '@/app/(desk)/use-request-failure'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { FormDialog } from '@/components/ui/overlay/form-dialog'
import type { NewRecoveryCodes, TotpSetUp } from '@/lib/desk-api/people/account'
import { confirmTotp } from './actions'

interface Props {
  setUp: TotpSetUp
  onClose: () => void
  onAdded: (codes: NewRecoveryCodes) => void
}

/** Shows the secret of a new authenticator app, and adds the app when it shows the right code. */
export function TotpDialog({ setUp, onClose, onAdded }: Props) {
  const t = useTranslations('secondFactor')
  const settled = useSettledCall()
  const keyCaps = useKeyCaps()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const confirm = () =>
    start(async () => {
      setProblem(undefined)
      const outcome = await settled(confirmTotp({ code }))
      if (outcome.ok) return onAdded(outcome.value)
      const { message, fields: [wrong] = [] } = outcome.problem
      if (wrong) field.current?.select()
      // The sentence appears when the next code can be sent, not before.
      startTransition(() => {
        setFailure(wrong?.message)
        if (!wrong) setProblem(message)
      })
    })
  return (
    <FormDialog
      staysOpen
      width={480}
      title={t('setUpApp')}
      description={t('scan')}
      cancel={t('cancel')}
      submit={t('confirm')}
      isReady={code.trim() !== ''}
      isBusy={isBusy}
      problem={problem}
      initialFocus={field}
      onSubmit={confirm}
      onClose={onClose}
    >
      <svg
        role="img"
        aria-label={t('qr')}
        viewBox={`0 0 ${setUp.qr.size} ${setUp.qr.size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-44 rounded-md"
      >
        {/* White in every theme: cameras read no light code on a dark ground. */}
        <rect width={setUp.qr.size} height={setUp.qr.size} fill="white" />
        <path d={setUp.qr.path} fill="black" />
      </svg>
      <CopyableValue
        value={setUp.secret}
        label={t('secret')}
        hint={t('secretHint')}
        words={{ copy: t('copy'), copied: t('copied'), byHand: t('byHand', { key: keyCaps('Control+C') }) }}
      />
      <Field label={t('code')} hint={t('codeHint')} failure={failure}>
        <Input
          ref={field}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onValueChange={typed => {
            setCode(typed)
            setFailure(undefined)
          }}
        />
      </Field>
    </FormDialog>
  )
}
