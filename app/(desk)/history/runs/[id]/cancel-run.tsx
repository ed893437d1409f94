'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { cancelRun } from '@/app/(desk)/[...sheet]/run-actions'
import { useAction } from '@/app/(desk)/use-action'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import type { RunAddress } from '@/lib/desk-api/runs/runs'

/** Ends a paused or stopped run: what waits in it goes back to the sheet. */
export function CancelRun({ run }: { run: RunAddress }) {
  const t = useTranslations('workbench.run')
  const { announce } = useToast()
  const router = useRouter()
  const [isBusy, start] = useAction()
  useFocusLeft()
  const cancel = () =>
    start(async () => {
      const outcome = await cancelRun(run)
      if (!outcome.ok) announce(outcome.problem.message)
      router.refresh()
    })
  return (
    <Button title={t('cancelHint')} disabled={isBusy} focusableWhenDisabled onClick={cancel}>
      {t('cancel')}
    </Button>
  )
}
