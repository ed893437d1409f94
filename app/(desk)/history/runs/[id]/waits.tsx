'use client'
import { Notice } from '@/components/ui/notice'
import { useWaitingSentences } from '@/components/workbench/run/use-waiting-sentences'
import type { Waiting } from '@/lib/desk-api/runs'

/** Why a run that goes on sends nothing just now, as the sheet says it. */
export function Waits({ waiting }: { waiting: Waiting }) {
  const { sentence } = useWaitingSentences()
  return <Notice tone="warn">{sentence(waiting)}</Notice>
}
