import { useEffect, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import { useSay } from './use-say'

/**
 * Says after each run how much fails in all, for those who do not see the list that says so.
 * @param runs how many have ended
 */
export function FailureNews({ workbook, runs }: { workbook: Workbook; runs: number }) {
  const t = useSay()
  const [news, setNews] = useState('')
  useEffect(() => {
    if (runs === 0) return
    const tell = () => {
      // What was heard of many orders is looked at in slices.
      if (workbook.isJudging) return
      stop()
      const { count, leads } = workbook.failures
      const next = t('failures.news', { failures: count, orders: leads.size })
      // A sentence that is said twice has to change to be heard again.
      setNews(before => (before === next ? `${next}\u00a0` : next))
    }
    const stop = workbook.subscribe(tell)
    tell()
    return () => {
      stop()
    }
  }, [runs, workbook, t])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}
