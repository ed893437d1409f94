'use client'
import { Notice } from '@/components/ui/feedback/notice'
import { useWaitingSentences } from '@/components/workbench/run/progress/use-waiting-sentences'
import type { Waiting } from '@/lib/ledger/rules/problem'

/** Why an active run is not sending at the moment, in the same sentence as the sheet. */
export function WaitNotice({ waiting }: { waiting: Waiting }) {
  const { sentence } = useWaitingSentences()
  return <Notice tone="warn">{sentence(waiting)}</Notice>
}
