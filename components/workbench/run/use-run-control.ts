import { useTranslations } from 'use-intl'
import { useBusy } from '@/components/ui/use-busy'
import type { RunActions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Result } from '@/lib/desk-api/result'
import type { RunAddress } from '@/lib/desk-api/runs/runs'
import type { Runs } from './use-runs'

/** Pauses, resumes or cancels a run before its next request, and follows it from there. */
export function useRunControl(runId: string, { draftId, follow }: Runs, actions: RunActions) {
  const t = useTranslations('workbench.run')
  const { announce } = useWorkbench()
  const [isBusy, whileBusy] = useBusy()
  const control = (act: (input: RunAddress) => Promise<Result<null>>) =>
    whileBusy(async () => {
      try {
        const result = await act({ draftId, runId })
        if (!result.ok) return announce(result.problem.message)
        await follow({ runId, accepted: 0, withheld: 0 })
      } catch {
        announce(t('offline'))
      }
    })
  return {
    isBusy,
    pause: () => control(actions.pause),
    resume: () => control(actions.resume),
    cancel: () => control(actions.cancel),
  }
}
