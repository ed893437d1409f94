import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RunActions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Result } from '@/lib/desk-api/result'
import type { RunAddress } from '@/lib/desk-api/runs/runs'
import type { Runs } from './use-runs'

/** Pauses, resumes or cancels a run before its next request, and follows it from there. */
export function useRunControl(runId: string, { draftId, follow }: Runs, actions: RunActions) {
  const t = useTranslations('workbench.run')
  const { announce } = useWorkbench()
  const [isBusy, setBusy] = useState(false)
  const control = async (act: (input: RunAddress) => Promise<Result<null>>) => {
    setBusy(true)
    try {
      const result = await act({ draftId, runId })
      if (!result.ok) return announce(result.problem.message)
      await follow({ runId, accepted: 0, withheld: 0 })
    } catch {
      announce(t('offline'))
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    pause: () => control(actions.pause),
    resume: () => control(actions.resume),
    cancel: () => control(actions.cancel),
  }
}
