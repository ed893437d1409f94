import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer, ConnectionChoice, RunRequest, StartedRun } from './actions'
import { type AskedCount, ConfirmProduction } from './confirm-production'

type Register = (request: RunRequest) => Promise<Answer<StartedRun>>

/**
 * Registering as the server wants it in production: it answers how many records it would take and takes none until
 * that number comes back, typed by the operator. When another number would be taken by then, it is asked anew.
 */
export function useConfirmedRegister(register: Register, connection: ConnectionChoice | undefined) {
  const say = useTranslations('production')
  const [asked, setAsked] = useState<AskedCount>()
  const confirmed: Register = useCallback(
    async request => {
      try {
        let answer = await register(request)
        let before: number | undefined
        while (answer.ok && answer.value.toConfirm !== undefined) {
          const count = answer.value.toConfirm
          const typed = await new Promise<number | undefined>(resolve =>
            setAsked({ count, before, isBusy: false, answer: resolve }),
          )
          if (typed === undefined)
            return { ok: false, problem: { code: 'cancelled', message: say('cancelled') } }
          setAsked({ count, before, isBusy: true, answer: () => {} })
          answer = await register({ ...request, confirmed: typed })
          before = count
        }
        return answer
      } finally {
        setAsked(undefined)
      }
    },
    [register, say],
  )
  return {
    register: confirmed,
    dialog: asked && connection && (
      <ConfirmProduction key={`${asked.count}/${asked.before}`} connection={connection} asked={asked} />
    ),
  }
}
