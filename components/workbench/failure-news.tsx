import { useEffect, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import { useSay } from './use-say'

interface Props {
  workbook: Workbook
  runs: number
  isStopped: boolean
}

/**
 * Says after each run how much fails in all, for those who do not see the list that says so.
 * @param runs how many have ended
 * @param isStopped whether the last of them stopped: that nothing fails is not known then
 */
export function FailureNews({ workbook, runs, isStopped }: Props) {
  const t = useSay()
  const [news, setNews] = useState('')
  useEffect(() => {
    if (runs === 0) return
    const tell = () => {
      // What was heard of many orders is looked at in slices.
      if (workbook.isJudging) return
      stop()
      const { count, leads } = workbook.failures
      if (count === 0 && isStopped) return setNews('')
      const next = t('failures.news', { failures: count, orders: leads.size })
      // A sentence that is said twice has to change to be heard again.
      setNews(before => (before === next ? `${next}\u00a0` : next))
    }
    const stop = workbook.subscribe(tell)
    tell()
    return () => {
      stop()
    }
  }, [runs, isStopped, workbook, t])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}
