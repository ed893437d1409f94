import { useCallback, useEffect, useRef, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import type { DraftNews, RunView, StartedRun } from './actions'

const POLL = 300
const FAR_APART = 2000

const ended = new Set(['done', 'cancelled', 'stopped', 'paused'])

/** Whether a run still goes on by itself. */
export const isRunning = (run: RunView | null): boolean => run !== null && !ended.has(run.state)

/**
 * Follows what the server does with the draft: the run that goes on, and what becomes known of each order. Runs go on
 * without anybody looking; a page that opens in the middle of one follows it from there.
 */
export function useRun(
  workbook: Workbook,
  draftId: string,
  connectionId: string,
  isNew: boolean,
  onEnd: (run: RunView, started: StartedRun | undefined) => void,
) {
  const [run, setRun] = useState<RunView | null>(null)
  const [ready, setReady] = useState(isNew)
  const started = useRef<StartedRun>(undefined)
  const finish = useRef(onEnd)
  finish.current = onEnd
  const follow = useRef<(startedRun?: StartedRun) => void>(() => {})

  useEffect(() => {
    let alive = true
    let since = ''
    let first = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (wasRunning: boolean) => {
      const news = await fetchNews(draftId, connectionId, since)
      if (!alive) return
      if (!news) {
        timer = setTimeout(() => ask(wasRunning), FAR_APART)
        return
      }
      since = news.until
      if (first) workbook.forgetOutcomes(news.outcomes)
      else if (news.outcomes.length > 0) workbook.hear(news.outcomes)
      first = false
      setReady(true)
      const current =
        news.run && (isRunning(news.run) || wasRunning || news.run.runId === started.current?.runId)
          ? news.run
          : null
      setRun(current)
      if (isRunning(news.run)) timer = setTimeout(() => ask(true), POLL)
      else if (news.run && wasRunning) {
        finish.current(news.run, started.current)
        started.current = undefined
      }
    }
    follow.current = startedRun => {
      started.current = startedRun
      clearTimeout(timer)
      ask(true)
    }
    if (isNew) workbook.forgetOutcomes([])
    else ask(false)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [workbook, draftId, connectionId, isNew])

  return { run, ready, follow: useCallback((startedRun: StartedRun) => follow.current(startedRun), []) }
}

async function fetchNews(
  draftId: string,
  connectionId: string,
  since: string,
): Promise<DraftNews | undefined> {
  const query = new URLSearchParams({ connection: connectionId, since })
  try {
    const response = await fetch(`/drafts/${draftId}/news?${query}`, { cache: 'no-store' })
    return response.ok ? ((await response.json()) as DraftNews) : undefined
  } catch {
    return undefined
  }
}
