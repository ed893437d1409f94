import { useCallback, useEffect, useRef, useState } from 'react'
import type { Patch } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { WorkbenchActions } from './actions'
import type { Listener, SavedDraft, Saving } from './saving'
import type { Unheard } from './unheard'

/** Saves begin this long after the last edit, and while edits go on at least this often, in milliseconds. */
const QUIET = 250
const AT_MOST = 800
const RETRY = 2000

export type SaveState = { state: 'saved' } | { state: 'saving' } | SaveTrouble

/** Why nothing is saved: `archived` and `deleted` are what became of the draft elsewhere. */
export interface SaveTrouble {
  readonly state: 'failed'
  readonly code: string
  readonly reason: string
}

/**
 * Keeps the draft on the server while it is edited. What could not be saved yet is kept and sent again. When the draft
 * gets another id, all of it is saved under that.
 * @param onSaved hears when everything is on the server
 */
export function useAutosave(
  workbook: Workbook,
  saving: Saving,
  draft: SavedDraft,
  save: WorkbenchActions['save'],
  unheard: Readonly<Record<Unheard, string>>,
  listener: Listener,
  onSaved: () => void,
) {
  const [state, setState] = useState<SaveState>({ state: 'saved' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef(0)
  const running = useRef<Promise<boolean> | null>(null)
  const isGone = useRef(false)
  const current = useRef(draft)
  const trouble = useRef<string>(undefined)
  const send = useCallback(
    async (isAll: () => boolean): Promise<boolean> => {
      trouble.current = undefined
      const unsaved = await saving.send(() => current.current, save, unheard, listener, isAll)
      if (unsaved) {
        trouble.current = unsaved.reason
        setState({ state: 'failed', ...unsaved })
        return false
      }
      if (saving.isDone) {
        setState({ state: 'saved' })
        onSaved()
      }
      return true
    },
    [saving, save, unheard, listener, onSaved],
  )

  const saveNow = useCallback(
    async (isAll: () => boolean): Promise<boolean> => {
      clearTimeout(timer.current)
      while (running.current) await running.current
      if (saving.isDone) return true
      setState({ state: 'saving' })
      running.current = send(isAll).finally(() => {
        running.current = null
      })
      const saved = await running.current
      if (!saved && !isGone.current) timer.current = setTimeout(() => saveNow(isAll), RETRY)
      return saved
    },
    [saving, send],
  )

  /** Saves everything now. @returns whether all of it is on the server. */
  const flush = useCallback(() => saveNow(() => true), [saveNow])

  /** Saves what is whole: half of an import is of no use to anybody, and nothing would take it back. */
  const saveWhole = useCallback(() => saveNow(() => !workbook.isComing), [saveNow, workbook])

  useEffect(() => {
    const isOther = current.current.id !== draft.id
    current.current = draft
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
    const soon = () => {
      if (timer.current === undefined || Date.now() - since.current > AT_MOST) since.current = Date.now()
      clearTimeout(timer.current)
      const wait = Math.max(0, Math.min(QUIET, since.current + AT_MOST - Date.now()))
      timer.current = setTimeout(() => {
        timer.current = undefined
        saveWhole()
      }, wait)
    }
    const note = (patch: Patch, isPart: boolean) => {
      saving.note(patch, isPart)
      // What is typed while an import comes is saved meanwhile, and the import once all of it has come.
      if (!isPart) soon()
      setState(now => (now.state === 'saved' ? { state: 'saving' } : now))
    }
    workbook.onPatch = note
    workbook.onCome = () => {
      saving.come()
      soon()
    }
    saving.onWaiting = () => {
      if (timer.current === undefined) saveWhole()
    }
    const leave = (event: BeforeUnloadEvent) => {
      if (!saving.isDone) event.preventDefault()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') saveWhole()
    }
    window.addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      isGone.current = true
      // Whoever goes to another page leaves no edit behind.
      saveWhole()
      window.removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [workbook, saving, saveWhole])

  return { state, flush, whyUnsaved: () => trouble.current ?? unheard.offline }
}
