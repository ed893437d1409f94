import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { newRequestId } from '@/lib/desk-api/drafts/ids'
import type { Result } from '@/lib/desk-api/result'
import type { StartedRun, StartRunRequest } from '@/lib/desk-api/runs/runs'
import { ConfirmProduction, type CountRequest } from './confirm-production'
import type { WarnedStatus } from './list-ready-warnings'

type Register = (request: StartRunRequest) => Promise<Result<StartedRun>>

/**
 * Registers with the confirmation that the server asks for in production: it responds with the number of records and
 * registers none until the operator has typed that number. If the number has changed by then, it asks again.
 * @param warnedOf the status of the records that a request registers, whose warnings are shown
 */
export function useConfirmedRegister(
  register: Register,
  connection: ConnectionChoice | undefined,
  warnedOf: (request: StartRunRequest) => WarnedStatus | undefined,
) {
  const t = useTranslations('production')
  /** The confirmation has the connection of its request: the draft may get another one while the question is open. */
  const [confirmation, setConfirmation] = useState<{
    readonly request: CountRequest
    readonly at: ConnectionChoice | undefined
  }>()
  const confirmed: Register = useCallback(
    async request => {
      try {
        let result = await register(request)
        let before: number | undefined
        const warned = warnedOf(request)
        while (result.ok && result.value.toConfirm !== undefined) {
          const count = result.value.toConfirm
          const typed = await new Promise<number | undefined>(resolve =>
            setConfirmation({
              request: { count, before, isBusy: false, warned, answer: resolve },
              at: connection,
            }),
          )
          if (typed === undefined)
            return { ok: false, problem: { code: 'cancelled', message: t('cancelled') } }
          setConfirmation({
            request: { count, before, isBusy: true, warned, answer: () => {} },
            at: connection,
          })
          // Another request: the first one has ended with its question.
          const clientRequestId = newRequestId()
          result = await register({ ...request, clientRequestId, confirmed: typed })
          before = count
        }
        return result
      } finally {
        setConfirmation(undefined)
      }
    },
    [register, connection, warnedOf, t],
  )
  return {
    register: confirmed,
    dialog: confirmation?.at && (
      <ConfirmProduction
        key={`${confirmation.request.count}/${confirmation.request.before}`}
        connection={confirmation.at}
        request={confirmation.request}
      />
    ),
  }
}
