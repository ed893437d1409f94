import { useEffect, useRef, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import type { RunView } from './actions'
import { isRunning } from './use-run'
import { useSay } from './use-say'

/** Says after each check how much fails in all, for those who do not see the list that says so. */
export function FailureNews({ workbook, run }: { workbook: Workbook; run: RunView | null }) {
  const t = useSay()
  const [news, setNews] = useState('')
  const running = isRunning(run)
  const wasRunning = useRef(running)
  useEffect(() => {
    const isOver = wasRunning.current && !running
    wasRunning.current = running
    if (!isOver) return
    const { count, leads } = workbook.failures
    const next = t('failures.news', { failures: count, orders: leads.size })
    // A sentence that is said twice has to change to be heard again.
    setNews(before => (before === next ? `${next}\u00a0` : next))
  }, [running, workbook, t])
  return (
    <p aria-live="polite" className="sr-only">
      {news}
    </p>
  )
}
