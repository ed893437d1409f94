import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { ExplainedFailure, SaveFailure, SaveQueue, SaveTarget, SyncListener } from './save-queue'

/**
 * Delays in milliseconds: from the last edit to a save, at most from the first edit, and from a failed save to the
 * next.
 */
const SAVE_DELAY_MS = 250
const MAX_SAVE_DELAY_MS = 800
export const RETRY_DELAY_MS = 2000

/** More lines are not sent while the operator leaves: their request would not outlive the page, and takes time. */
const MAX_LINES_ON_LEAVING = 100

/**
 * Refusals that do not end with time: a row is too large, or this operator may no longer edit. The edits wait for
 * the next edit, or until the operator comes back to the tab.
 */
const WAITS_FOR_PERSON: ReadonlySet<string> = new Set(['too_large', 'role', 'second-factor'])

/** Whether the server has the edits of this page. */
export type SaveState = { state: 'saved' } | { state: 'saving' } | FailedSave

/** Why the last save failed: `archived` and `deleted` happened to the draft elsewhere. */
export interface FailedSave {
  readonly state: 'failed'
  readonly code: string
  readonly reason: string
}

interface Options {
  workbook: Workbook
  saving: SaveQueue
  draft: SaveTarget
  /** @param isLeaving whether the operator is leaving the page: the request has to outlive it */
  save: (request: SaveRequest, isLeaving: boolean) => Promise<Result<SaveResponse>>
  failureSentence: (code: ExplainedFailure) => string
  listener: SyncListener
  /** Called when everything is on the server. */
  onSaved: () => void
  /** The save that began last. */
  lastSave: RefObject<Promise<unknown> | undefined>
}

/**
 * Saves the draft while it is edited. A failed save is repeated. When the draft gets another id, all of it is
 * saved under that id.
 */
export function useAutosave(options: Options) {
  const { workbook, saving, draft, save, failureSentence, listener, onSaved, lastSave } = options
  const [state, setState] = useState<SaveState>({ state: 'saved' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The time at which the present wait began: the first edit after a save, or a failed save. */
  const since = useRef(0)
  const running = useRef<Promise<boolean> | null>(null)
  const isGone = useRef(false)
  const isLeaving = useRef(false)
  const target = useRef(draft)
  /** Why the last save failed. */
  const failure = useRef<SaveFailure>(undefined)
  const send = useCallback(
    async (sendsActInProgress: () => boolean): Promise<boolean> => {
      failure.current = undefined
      const unsaved = await saving.send({
        draft: () => target.current,
        save: request => save(request, isLeaving.current),
        failureSentence,
        listener,
        sendsActInProgress,
      })
      if (unsaved) {
        failure.current = unsaved
        setState({ state: 'failed', ...unsaved })
        return false
      }
      if (saving.isDone) {
        setState({ state: 'saved' })
        onSaved()
        if (saving.isCountMissing) workbook.whenJudged(() => saving.onWaiting())
      }
      return true
    },
    [workbook, saving, save, failureSentence, listener, onSaved],
  )

  const saveNow = useCallback(
    async (sendsActInProgress: () => boolean): Promise<boolean> => {
      clearTimeout(timer.current)
      timer.current = undefined
      while (running.current) await running.current
      if (saving.isDone && !(saving.isCountMissing && !workbook.isJudging)) return true
      setState({ state: 'saving' })
      running.current = send(sendsActInProgress).finally(() => {
        running.current = null
      })
      lastSave.current = running.current
      const saved = await running.current
      const isToRepeat = !saved && !WAITS_FOR_PERSON.has(failure.current?.code ?? '')
      // A removed line waits for the end of its editor.
      const isWaiting = saved && !saving.isDone && !workbook.isActInProgress
      if (isGone.current || !(isToRepeat || (isWaiting && timer.current === undefined))) return saved
      clearTimeout(timer.current)
      since.current = Date.now()
      // An act that began meanwhile is saved when it is complete.
      timer.current = setTimeout(() => saveNow(() => !workbook.isActInProgress), RETRY_DELAY_MS)
      return saved
    },
    [workbook, saving, send, lastSave],
  )

  /** Saves everything now, also a large paste that is still being applied. @returns whether the server has all of it */
  const flush = useCallback(() => {
    workbook.finishActs()
    return saveNow(() => true)
  }, [saveNow, workbook])

  /** Saves all complete acts: half of an import would be of no use, and no undo would remove it. */
  const saveCompleteActs = useCallback(() => saveNow(() => !workbook.isActInProgress), [saveNow, workbook])

  useEffect(() => {
    const isOther = target.current.id !== draft.id
    target.current = draft
    if (!isOther) return
    saving.startOver()
    flush()
  })

  useEffect(() => {
    if (!saving.isDone) flush()
    else if (!running.current) onSaved()
  }, [saving, flush, onSaved])

  useEffect(() => {
    isGone.current = false
    const saveSoon = () => {
      if (timer.current === undefined) since.current = Date.now()
      clearTimeout(timer.current)
      const wait = Math.max(0, Math.min(SAVE_DELAY_MS, since.current + MAX_SAVE_DELAY_MS - Date.now()))
      timer.current = setTimeout(() => {
        timer.current = undefined
        saveCompleteActs()
      }, wait)
    }
    const note = (patch: Patch, isPart: boolean) => {
      saving.note(patch, isPart)
      // Typed texts are saved during an import; the import is saved once it is complete.
      if (!isPart) saveSoon()
      setState(now => (now.state === 'saved' ? { state: 'saving' } : now))
    }
    workbook.onPatch = note
    workbook.onActEnd = () => {
      saving.endAct()
      saveSoon()
    }
    saving.onWaiting = () => {
      if (timer.current === undefined && !WAITS_FOR_PERSON.has(failure.current?.code ?? ''))
        saveCompleteActs()
    }
    // Numbers are looked up in other drafts after the save, and their orders have no errors here any more.
    const count = () => {
      if (saving.isDone && saving.isCountMissing && !workbook.isJudging) saving.onWaiting()
    }
    const stop = workbook.subscribe(count)
    count()
    const leave = (event: BeforeUnloadEvent) => {
      if (!saving.hasUnsavedEdits && !workbook.isActInProgress) return
      event.preventDefault()
      // No timer runs while the browser asks: what was typed last is sent now.
      if (timer.current === undefined || saving.unsavedLines > MAX_LINES_ON_LEAVING) return
      isLeaving.current = true
      saveCompleteActs()
      isLeaving.current = false
    }
    window.addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', saveCompleteActs)
    return () => {
      isGone.current = true
      stop()
      // The operator goes to another page.
      workbook.finishActs()
      saveCompleteActs()
      window.removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', saveCompleteActs)
    }
  }, [workbook, saving, saveCompleteActs])

  return { state, flush, whyUnsaved: () => failure.current?.reason ?? failureSentence('offline') }
}
