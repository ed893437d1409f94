import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveChannel } from '@/components/workbench/live/live-channel'
import type {
  DraftAlarm,
  DraftOutcomes,
  HaltedRegistration,
  HalvingOffer,
  RegisteredElsewhere,
  RunView,
  StartedRun,
} from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { fetchOutcomes, type OpeningOutcomes } from './fetch-outcomes'
import { RunFollower } from './run-follower'
import { useExpiry } from './use-expiry'

/** Precision of the age of a pass, in milliseconds: a smaller difference comes from the varying time of responses. */
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
  /** Called after each read with whether a response came; the same function in each render. */
  onResponse: (hasCome: boolean) => void
}

/**
 * Follows the latest run of the draft and reads the outcomes of its orders into the workbook. Runs do not need this
 * page; a page that opens during one follows it from there.
 */
export function useRun({ workbook, draftId, connectionId, live, isNew, first, onEnd, onResponse }: Options) {
  const [run, setRun] = useState<RunView | null>(first?.outcomes.run ?? null)
  const [offers, setOffers] = useState<readonly HalvingOffer[]>(first?.outcomes.halving ?? [])
  const [alarms, setAlarms] = useState<readonly DraftAlarm[]>(first?.outcomes.alarms ?? [])
  const [elsewhere, setElsewhere] = useState<readonly RegisteredElsewhere[]>(
    first?.outcomes.registeredElsewhere ?? [],
  )
  const [halted, setHalted] = useState<readonly HaltedRegistration[]>(first?.outcomes.halted ?? [])
  const [isReady, setReady] = useState(isNew || first?.outcomes.more === false)
  const [passAge, setPassAge] = useState<number>()
  const finish = useEffectEvent(onEnd)
  const show = useEffectEvent((outcomes: DraftOutcomes) => {
    setPassAge(passAgeOf(outcomes))
    setReady(true)
    setRun(outcomes.run)
    setAlarms(before => keepEmpty(before, outcomes.alarms))
    setElsewhere(before => keepEmpty(before, outcomes.registeredElsewhere))
    setHalted(before => keepEmpty(before, outcomes.halted))
    setOffers(before => keepEmpty(before, outcomes.halving))
  })
  const follower = useRef<RunFollower>(undefined)
  /** The connection whose outcomes the workbook has. */
  const shown = useRef(connectionId)
  const unread = useRef(first)

  useEffect(() => {
    const opening = unread.current
    unread.current = undefined
    const current = new RunFollower({
      workbook,
      live,
      opening: opening?.connectionId === connectionId ? opening.outcomes : undefined,
      fetch: (since, signal) => fetchOutcomes(draftId, connectionId, since, signal),
      onProgress: setRun,
      onRead: outcomes => show(outcomes),
      onEnd: (run, started) => finish(run, started),
      onResponse,
    })
    follower.current = current
    const handleVisibility = () => {
      if (document.visibilityState === 'visible') current.handleVisible()
    }
    document.addEventListener('visibilitychange', handleVisibility)
    const unsubscribe = live.subscribe('runs', () => current.handleChange())
    // The outcomes of another connection do not count for this one.
    const isOther = connectionId !== shown.current
    shown.current = connectionId
    if (isOther) setRun(null)
    if (isNew || isOther) workbook.serverFacts.replaceOutcomes([], isNew && !isOther)
    if (!isNew || isOther) current.read()
    return () => {
      current.stop()
      unsubscribe()
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }, [workbook, draftId, connectionId, live, isNew, onResponse])

  useExpiry(workbook, passAge)

  return {
    run,
    offers,
    alarms,
    registeredElsewhere: elsewhere,
    halted,
    isReady,
    follow: useCallback(async (started?: StartedRun) => follower.current?.follow(started), []),
  }
}

/** Two empty lists are the same one, so that nothing is rendered for a second one. */
const keepEmpty = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length + now.length === 0 ? before : now

/**
 * How old a pass may be by the clock of this browser, in milliseconds. That clock may be wrong: the server decides
 * which passes count, and this clock only measures the time since then.
 */
const passAgeOf = ({ passesSince }: DraftOutcomes): number =>
  Math.round((Date.now() - Date.parse(passesSince)) / PASS_AGE_STEP_MS) * PASS_AGE_STEP_MS
