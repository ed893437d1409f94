import { Pause, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { RunActions } from '@/components/workbench/actions'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { RunView } from '@/lib/desk-api/runs/runs'
import type { Waiting } from '@/lib/ledger/rules/problem'
import { useWaitingSentences } from '../progress/use-waiting-sentences'
import { useRunControl } from '../use-run-control'
import type { Runs } from '../use-runs'

interface Props {
  run: RunView
  waiting: Waiting
  runs: Runs
  actions: RunActions
}

/** Why a run sends nothing just now, or that a response is late, with the buttons to pause and cancel the run. */
export function WaitingNotice({ run, waiting, runs, actions }: Props) {
  const t = useTranslations('workbench.waiting')
  const tRun = useTranslations('workbench.run')
  const { announce } = useWorkbench()
  const { sentence } = useWaitingSentences()
  const { isBusy, pause, cancel } = useRunControl(run.runId, runs, actions)
  const message = sentence(waiting)
  // The message about a late response counts seconds: it is announced once.
  const subject = waiting.kind === 'response' ? waiting.kind : message
  const announceMessage = useEffectEvent((_subject: string) => announce(message))
  useEffect(() => announceMessage(subject), [subject])
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2 px-3.5 py-2.5">
      <Notice tone="warn">{message}</Notice>
      <p className="flex gap-1.5">
        <Button size="small" disabled={isBusy} focusableWhenDisabled onClick={pause}>
          <Pause aria-hidden />
          {tRun('pause')}
        </Button>
        <Button
          size="small"
          disabled={isBusy}
          focusableWhenDisabled
          title={tRun('cancelHint')}
          onClick={cancel}
        >
          <X aria-hidden />
          {t('cancel')}
        </Button>
      </p>
    </section>
  )
}
