'use client'
import { Notice } from '@/components/ui/notice'
import { useWaitingWords, type Waiting } from '@/components/workbench/waiting-words'

/** Why a run that goes on sends nothing just now, as the sheet says it. */
export function Waits({ waiting }: { waiting: Waiting }) {
  const { sentence } = useWaitingWords()
  return <Notice tone="warn">{sentence(waiting)}</Notice>
}
