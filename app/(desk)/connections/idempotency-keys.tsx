'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import { setKeysHonoured } from './actions'

interface Props {
  connection: ConnectionView
  mayEdit: boolean
}

/**
 * Whether Lading sends unconfirmed requests of a connection again, and the button that tests the service and changes
 * it.
 */
export function IdempotencyKeys({ connection, mayEdit }: Props) {
  const t = useTranslations('connections.idempotency')
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const { id, name, kind, idempotency } = connection
  const isOn = idempotency === 'honoured'
  const change = () =>
    start(async () => {
      const outcome = await setKeysHonoured({ id, isOn: !isOn })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      if (outcome.ok) announce(t(isOn ? 'turnedOff' : 'turnedOn', { name }))
    })
  return (
    <div className="flex items-start gap-3 pt-1 text-xs">
      {mayEdit && kind === 'remote' && (
        <Button
          size="small"
          onClick={change}
          disabled={isBusy}
          focusableWhenDisabled
          aria-label={t(isOn ? 'turnOffOf' : 'turnOnOf', { name })}
        >
          {t(isOn ? 'turnOff' : isBusy ? 'testing' : 'turnOn')}
        </Button>
      )}
      <div aria-live="polite" aria-busy={isBusy} className="min-w-0 py-0.75">
        <p className={idempotency === 'broken' ? 'text-warn' : 'text-ink-3'}>{t(idempotency)}</p>
        {problem !== undefined && <p className="text-fail">{problem}</p>}
      </div>
    </div>
  )
}
