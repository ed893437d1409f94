import { useEffect, useEffectEvent, useState } from 'react'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'

interface Props {
  /** How many runs have ended. */
  endedRuns: number
  /** Whether the last run stopped: without failures it is not known then whether anything fails. */
  isStopped: boolean
}

/** Announces after each run how much fails in all, for those who do not see the failure list. */
export function FailureAnnouncement({ endedRuns, isStopped }: Props) {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const [message, setNews] = useState('')
  // Announced once for each run, not again when the language changes.
  const sentence = useEffectEvent((failures: number, orders: number) =>
    t('failures.news', { failures, orders }),
  )
  useEffect(() => {
    if (endedRuns === 0) return
    const update = () => {
      // Outcomes of many orders are judged in slices.
      if (workbook.isJudging) return
      stop()
      const { count, firstLines } = workbook.failures
      if (count === 0 && isStopped) return setNews('')
      const next = sentence(count, firstLines.size)
      // Screen readers read a repeated sentence only if it changes.
      setNews(before => (before === next ? `${next}\u00a0` : next))
    }
    const stop = workbook.subscribe(update)
    update()
    return () => {
      stop()
    }
  }, [endedRuns, isStopped, workbook])
  return (
    <p aria-live="polite" className="sr-only">
      {message}
    </p>
  )
}
