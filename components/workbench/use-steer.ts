import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer, RunActions, RunAddress, StartedRun } from './actions'

export interface Steering {
  readonly draftId: string
  readonly runId: string
  readonly actions: RunActions
  readonly follow: (started?: StartedRun) => Promise<void>
  readonly announce: (sentence: string) => void
}

/** Pauses, resumes or ends a run before its next request, and follows what becomes of it. */
export function useSteer({ draftId, runId, actions, follow, announce }: Steering) {
  const t = useTranslations('workbench.run')
  const [busy, setBusy] = useState(false)
  const steer = async (act: (input: RunAddress) => Promise<Answer<null>>) => {
    setBusy(true)
    try {
      const answer = await act({ draftId, runId })
      if (!answer.ok) return announce(answer.problem.message)
      await follow({ runId, taken: 0, withheld: 0 })
    } catch {
      announce(t('offline'))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    pause: () => steer(actions.pause),
    goOn: () => steer(actions.goOn),
    cancel: () => steer(actions.cancel),
  }
}
