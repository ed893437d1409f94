import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveChannel } from '@/components/workbench/live/live-channel'
import type {
  DraftAlarm,
  DraftOutcomes,
  HalvingOffer,
  RegisteredElsewhere,
  RunView,
  StartedRun,
} from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fetchOutcomes, type OpeningOutcomes } from './fetch-outcomes'
import { isRunning, isStopped } from './run-state'
import { useExpiry } from './use-expiry'

/** Between two reads while a run goes on, in milliseconds: its counts change with every response of the service. */
const RUN_INTERVAL_MS = 300
/** The same while the run waits: a wait may take an hour, but the time that is shown counts seconds. */
const WAITING_INTERVAL_MS = 1000
/** The same where the live channel reports what changed. */
const LIVE_INTERVAL_MS = 3000
/** Between two reads while orders are under way without a run that is followed, and after a read without a response. */
const IDLE_INTERVAL_MS = 2000
/** The same where the live channel reports what changed. */
const LIVE_IDLE_INTERVAL_MS = 30_000
/** How exact the age of a pass need be, in milliseconds: responses take now this long, now that. */
const PASS_AGE_STEP_MS = 5000

interface Options {
  workbook: Workbook
  draftId: string
  connectionId: string
  live: LiveChannel
  /** Whether the server did not have the draft when the page opened. */
  isNew: boolean
  /** The outcomes that the draft was opened with; the workbook has them. */
  first: OpeningOutcomes | undefined
  /** Called when a followed run has ended or stopped, with its start if this page started it. */
  onEnd: (run: RunView, started: StartedRun | undefined) => void
}

/**
 * Follows the latest run of the draft and reads the outcomes of its orders into the workbook. Runs do not need this page;
 * a page that opens during one follows it from there.
 */
export function useRun({ workbook, draftId, connectionId, live, isNew, first, onEnd }: Options) {
  const [run, setRun] = useState<RunView | null>(first?.outcomes.run ?? null)
  const [offers, setOffers] = useState<readonly HalvingOffer[]>(first?.outcomes.halving ?? [])
  const [alarms, setAlarms] = useState<readonly DraftAlarm[]>(first?.outcomes.alarms ?? [])
  const [elsewhere, setElsewhere] = useState<readonly RegisteredElsewhere[]>(
    first?.outcomes.registeredElsewhere ?? [],
  )
  const [isReady, setReady] = useState(isNew || first?.outcomes.more === false)
  const [passAge, setPassAge] = useState<number>()
  const finish = useEffectEvent(onEnd)
  const follow = useRef<(started?: StartedRun) => Promise<void>>(async () => {})

  /** The connection whose outcomes the workbook has. */
  const shown = useRef(connectionId)
  const unread = useRef(first)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Whether the planned read, or the one under way, follows a run to its end. */
    let isFollowing = false
    let isReading = false
    let isChangedMeanwhile = false
    /** The time from which on the live channel may cause the next read. */
    let earliest = 0
    let since = ''
    let isAllHeard = false
    let started: StartedRun | undefined
    /** The run that went on when its outcomes were read last. */
    let followed: string | undefined
    /** Numbers of orders whose response is awaited. */
    const sending = new Set<string>()
    let reads = 0
    const plan = (isFollowed: boolean, wait: number) => {
      clearTimeout(timer)
      isFollowing = isFollowed
      timer = setTimeout(() => ask(isFollowed), wait)
    }
    const ask = async (isFollowed: boolean) => {
      clearTimeout(timer)
      isFollowing = isFollowed
      isReading = true
      isChangedMeanwhile = false
      const read = ++reads
      const begun = performance.now()
      const isFirst = !isAllHeard
      let outcomes: DraftOutcomes | undefined
      let isUnderWay = false
      do {
        const opening = unread.current
        unread.current = undefined
        if (opening?.connectionId === connectionId) outcomes = opening.outcomes
        else {
          outcomes = await fetchOutcomes(draftId, connectionId, since, stop.signal)
          // A later read took over.
          if (stop.signal.aborted || read !== reads) return
          clearTimeout(timer)
        }
        if (!outcomes) {
          isReading = false
          return plan(isFollowed, IDLE_INTERVAL_MS)
        }
        if (since === '' && opening?.outcomes !== outcomes)
          workbook.serverFacts.replaceOutcomes(outcomes.outcomes, false)
        else if (since !== '' && outcomes.outcomes.length > 0)
          workbook.serverFacts.addOutcomes(outcomes.outcomes)
        workbook.serverFacts.setSending(outcomes.isMoving)
        since = outcomes.until
        for (const { mallOrderNumber, state } of outcomes.outcomes) {
          if (state === 'sending') sending.add(mallOrderNumber)
          else sending.delete(mallOrderNumber)
        }
        isUnderWay ||= outcomes.outcomes.some(({ state }) => state === 'queued' || state === 'sending')
        // The outcomes of 100,000 orders take a while: the progress of the run is shown meanwhile.
        if (outcomes.more && isRunning(outcomes.run)) setRun(outcomes.run)
      } while (outcomes.more)
      workbook.serverFacts.completeOutcomes()
      isAllHeard = true
      isReading = false
      // A large draft takes a while to read: it is read less often.
      const pause = 3 * (performance.now() - begun)
      earliest = performance.now() + Math.max(RUN_INTERVAL_MS, pause)
      // The clock of this browser may be wrong: the server decides which passes count, and this clock only measures the
      // time since then.
      setPassAge(
        Math.round((Date.now() - Date.parse(outcomes.passesSince)) / PASS_AGE_STEP_MS) * PASS_AGE_STEP_MS,
      )
      setReady(true)
      setRun(outcomes.run)
      setAlarms(before => (before.length + outcomes.alarms.length === 0 ? before : outcomes.alarms))
      setElsewhere(before =>
        before.length + outcomes.registeredElsewhere.length === 0 ? before : outcomes.registeredElsewhere,
      )
      setOffers(before => (before.length + outcomes.halving.length === 0 ? before : outcomes.halving))
      if (isRunning(outcomes.run)) {
        followed = outcomes.run?.runId
        const interval = outcomes.run?.waiting
          ? WAITING_INTERVAL_MS
          : live.isOpen
            ? LIVE_INTERVAL_MS
            : RUN_INTERVAL_MS
        plan(true, Math.max(interval, pause))
      } else {
        // Why a run stopped is announced on opening the draft, too.
        const standsStill = isStopped(outcomes.run)
        // A paused or cancelled run still awaits the response to its last request: its result is announced after that.
        const isOpen = isFollowed && sending.size > 0
        // The orders of a run may have been frozen without any that may be sent: the latest run is an earlier one then.
        const expected = followed ?? (started?.runId || undefined)
        const isExpected = expected === undefined || expected === outcomes.run?.runId
        followed = undefined
        if (outcomes.run && !isOpen && ((isFollowed && isExpected) || (isFirst && standsStill)))
          finish(outcomes.run, started?.runId === outcomes.run.runId ? started : undefined)
        // Orders may be under way in another tab or draft.
        if (isOpen || isUnderWay || workbook.count('busy') + workbook.count('waiting') > 0)
          plan(isOpen, isOpen ? RUN_INTERVAL_MS : live.isOpen ? LIVE_IDLE_INTERVAL_MS : IDLE_INTERVAL_MS)
        else isFollowing = false
      }
      if (isChangedMeanwhile) onChange()
    }
    const onChange = () => {
      isChangedMeanwhile = true
      if (!isReading && since !== '') plan(isFollowing, Math.max(0, earliest - performance.now()))
    }
    follow.current = next => {
      started = next
      followed = undefined
      return ask(next !== undefined && next.runId !== '')
    }
    // Another tab may have registered meanwhile.
    const look = () => {
      if (document.visibilityState === 'visible' && since !== '') ask(false)
    }
    document.addEventListener('visibilitychange', look)
    const unsubscribe = live.subscribe('runs', onChange)
    // The outcomes of another connection do not count for this one.
    const isOther = connectionId !== shown.current
    shown.current = connectionId
    if (isOther) setRun(null)
    if (isNew || isOther) workbook.serverFacts.replaceOutcomes([], isNew && !isOther)
    if (!isNew || isOther) ask(false)
    return () => {
      stop.abort()
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
    }
  }, [workbook, draftId, connectionId, live, isNew])

  useExpiry(workbook, passAge)

  return {
    run,
    offers,
    alarms,
    registeredElsewhere: elsewhere,
    isReady,
    follow: useCallback((started?: StartedRun) => follow.current(started), []),
  }
}
