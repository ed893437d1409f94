import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Waiting } from '@/lib/ledger/rules/problem'
import { useWaitingSentences } from '../progress/use-waiting-sentences'

/**
 * Why a run sends nothing just now, or that a response is late. Its progress has the buttons to pause and cancel it.
 */
export function WaitingNotice({ waiting }: { waiting: Waiting }) {
  const t = useTranslations('workbench.waiting')
  const { announce } = useWorkbench()
  const { sentence } = useWaitingSentences()
  const message = sentence(waiting)
  // The message about a late response counts seconds: it is announced once.
  const subject = waiting.kind === 'response' ? waiting.kind : message
  const announceMessage = useEffectEvent((_subject: string) => announce(message))
  useEffect(() => announceMessage(subject), [subject])
  return (
    <section aria-label={t('label')} className="px-3.5 py-2.5">
      <Notice tone="warn">{message}</Notice>
    </section>
  )
}
