import { useCallback, useEffect, useRef, useState } from 'react'
import type { Workbook } from '@/lib/sheet/workbook'
import type { DraftAlarm, DraftNews, HalvingOffer, RunView, StartedRun } from './actions'
import { type FirstNews, fetchNews } from './news'
import { useExpiry } from './use-expiry'

/** Between two questions while a run goes on, and after one that was not answered, in milliseconds. */
const POLL = 300
const FAR_APART = 2000
/** How exact the age of a pass need be, in milliseconds: answers take now this long, now that. */
const EXACT = 5000

/** A run that waits is asked about less often: a wait may be as long as an hour. */
const POLL_WAITING = 1000
const pollOf = (run: RunView | null): number => (run?.waiting ? POLL_WAITING : POLL)

/** Whether a run still goes on by itself. */
export const isRunning = (run: RunView | null): boolean => run?.state === 'running'

/** Whether a run ended at trouble, or waits for a person. */
export const isStopped = (run: RunView | null): boolean => run?.state === 'stopped' || run?.state === 'paused'

/** Whether a run stopped at orders in doubt, so that its notice leads to the inbox. */
export const leadsToInbox = (run: RunView | null): boolean =>
  isStopped(run) && run?.problemCode === 'unknown_outcome'

/**
 * Follows what the server does with the draft: the run that goes on, and what becomes known of each order. Runs go on
 * without anybody looking; a page that opens in the middle of one follows it from there.
 * @param first what the draft was opened with, if that is known; the workbook has heard its answers
 * @param onEnd is told once a run that was followed stands still, with what it was started with if that was here
 */
export function useRun(
  workbook: Workbook,
  draftId: string,
  connectionId: string,
  isNew: boolean,
  first: FirstNews | undefined,
  onEnd: (run: RunView, started: StartedRun | undefined) => void,
) {
  const [run, setRun] = useState<RunView | null>(first?.news.run ?? null)
  const [offers, setOffers] = useState<readonly HalvingOffer[]>(first?.news.halving ?? [])
  const [alarms, setAlarms] = useState<readonly DraftAlarm[]>(first?.news.alarms ?? [])
  const [ready, setReady] = useState(isNew || first?.news.more === false)
  const [passAge, setPassAge] = useState<number>()
  const finish = useRef(onEnd)
  const follow = useRef<(started?: StartedRun) => Promise<void>>(async () => {})
  useEffect(() => {
    finish.current = onEnd
  })

  /** The connection whose answers are shown. */
  const heard = useRef(connectionId)
  const unread = useRef(first)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let since = ''
    let isAllHeard = false
    let started: StartedRun | undefined
    /** Orders whose answer is waited for, by number. */
    const sending = new Set<string>()
    const ask = async (isFollowed: boolean) => {
      clearTimeout(timer)
      const begun = performance.now()
      const isFirst = !isAllHeard
      let news: DraftNews | undefined
      let isUnderWay = false
      do {
        const told = unread.current
        unread.current = undefined
        if (told?.connectionId === connectionId) news = told.news
        else {
          news = await fetchNews(draftId, connectionId, since, stop.signal)
          if (stop.signal.aborted) return
          clearTimeout(timer)
        }
        if (!news) {
          timer = setTimeout(() => ask(isFollowed), FAR_APART)
          return
        }
        if (since === '' && told?.news !== news) workbook.hearAnew(news.outcomes, false)
        else if (since !== '' && news.outcomes.length > 0) workbook.hear(news.outcomes)
        workbook.move(news.isMoving)
        since = news.until
        for (const { mallOrderNumber, state } of news.outcomes) {
          if (state === 'sending') sending.add(mallOrderNumber)
          else sending.delete(mallOrderNumber)
        }
        isUnderWay ||= news.outcomes.some(({ state }) => state === 'queued' || state === 'sending')
        // Of 100,000 orders it takes a while to hear all: how far a run is need not wait for that.
        if (news.more && isRunning(news.run)) setRun(news.run)
      } while (news.more)
      workbook.endWait()
      isAllHeard = true
      // The clock of this browser may be wrong: the server says which passes count, this clock what has gone by.
      setPassAge(Math.round((Date.now() - Date.parse(news.passesSince)) / EXACT) * EXACT)
      setReady(true)
      setRun(news.run)
      setAlarms(before => (before.length + news.alarms.length === 0 ? before : news.alarms))
      setOffers(before => (before.length + news.halving.length === 0 ? before : news.halving))
      // A large draft takes a while to tell about: ask the less often.
      if (isRunning(news.run))
        timer = setTimeout(() => ask(true), Math.max(pollOf(news.run), 3 * (performance.now() - begun)))
      else {
        // Why a run stands still is said to whoever opens the draft, too.
        const standsStill = isStopped(news.run)
        // A run that was paused or cancelled still hears the answer to its last request: what came of it is told then.
        const isOpen = isFollowed && sending.size > 0
        if (news.run && !isOpen && (isFollowed || (isFirst && standsStill)))
          finish.current(news.run, started?.runId === news.run.runId ? started : undefined)
        // What another tab or draft has under way ends without any run of ours.
        if (isOpen || isUnderWay || workbook.count('busy') + workbook.count('waiting') > 0)
          timer = setTimeout(() => ask(isOpen), isOpen ? POLL : FAR_APART)
      }
    }
    follow.current = next => {
      started = next
      return ask(next !== undefined && next.runId !== '')
    }
    // Another tab may have registered meanwhile.
    const look = () => {
      if (document.visibilityState === 'visible' && since !== '') ask(false)
    }
    document.addEventListener('visibilitychange', look)
    // What another connection heard counts for nothing here, from the moment that this one is chosen.
    const isOther = connectionId !== heard.current
    heard.current = connectionId
    if (isOther) setRun(null)
    if (isNew || isOther) workbook.hearAnew([], isNew && !isOther)
    if (!isNew || isOther) ask(false)
    return () => {
      stop.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [workbook, draftId, connectionId, isNew])

  useExpiry(workbook, passAge)

  return {
    run,
    offers,
    alarms,
    ready,
    follow: useCallback((started?: StartedRun) => follow.current(started), []),
  }
}
