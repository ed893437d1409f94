import { useCallback, useEffect, useRef, useState } from 'react'
import type { Line, LineId, Patch, Texts } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { WorkbenchActions } from './actions'

/** Saves begin this long after the last edit, and while edits go on at least this often, in milliseconds. */
const QUIET = 250
const AT_MOST = 800
const RETRY = 2000
/** Texts of one request, in characters: actions take 1 MB, and other actions wait behind each of them. */
const CHUNK = 200_000

export type SaveState = { state: 'saved' } | { state: 'saving' } | SaveTrouble

/** Why nothing is saved: `archived` and `deleted` are what became of the draft elsewhere. */
export interface SaveTrouble {
  readonly state: 'failed'
  readonly code: string
  readonly reason: string
}

/**
 * Keeps the draft on the server while it is edited. What could not be saved yet is kept and sent again; the newest
 * text of a line is what is sent, never an old one. When the draft gets another id, all of it is saved under that.
 * @param unsaved lines that are here as the server does not have them yet
 * @param onSaved hears when everything is on the server
 */
export function useAutosave(
  workbook: Workbook,
  draft: { id: string; name: string; connectionId: string },
  save: WorkbenchActions['save'],
  offline: string,
  unsaved: readonly LineId[],
  onSaved: () => void,
) {
  const [state, setState] = useState<SaveState>({ state: 'saved' })
  const dirty = useRef(new Set(unsaved))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef(0)
  const running = useRef<Promise<boolean> | null>(null)
  const isGone = useRef(false)
  const current = useRef(draft)
  const send = useCallback(async (): Promise<boolean> => {
    while (dirty.current.size > 0) {
      const chunk = takeChunk(dirty.current, workbook)
      let trouble: SaveTrouble | undefined
      try {
        const answer = await save({
          draftId: current.current.id,
          sheetId: workbook.sheet.id,
          connectionId: current.current.connectionId,
          name: current.current.name,
          records: workbook.orderCount,
          ...chunk,
        })
        if (!answer.ok)
          trouble = { state: 'failed', code: answer.problem.code, reason: answer.problem.message }
      } catch {
        trouble = { state: 'failed', code: 'offline', reason: offline }
      }
      if (trouble) {
        // Put back: a line that was edited meanwhile is sent as it is then.
        for (const line of chunk.upserts) dirty.current.add(line.id)
        for (const line of chunk.removes) dirty.current.add(line)
        setState(trouble)
        return false
      }
    }
    setState({ state: 'saved' })
    onSaved()
    return true
  }, [workbook, save, offline, onSaved])

  /** Saves everything now. @returns whether all of it is on the server. */
  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    while (running.current) await running.current
    if (dirty.current.size === 0) return true
    setState({ state: 'saving' })
    running.current = send().finally(() => {
      running.current = null
    })
    const saved = await running.current
    if (!saved && !isGone.current) timer.current = setTimeout(flush, RETRY)
    return saved
  }, [send])

  useEffect(() => {
    const isOther = current.current.id !== draft.id
    current.current = draft
    if (!isOther) return
    for (const line of workbook.draft.order) dirty.current.add(line)
    flush()
  })

  useEffect(() => {
    if (dirty.current.size > 0) flush()
    else if (!running.current) onSaved()
  }, [flush, onSaved])

  useEffect(() => {
    isGone.current = false
    const note = (patch: Patch) => {
      for (const { line } of patch.changes) dirty.current.add(line)
      for (const line of [...patch.inserted, ...patch.removed]) dirty.current.add(line.id)
      if (timer.current === undefined || Date.now() - since.current > AT_MOST) since.current = Date.now()
      clearTimeout(timer.current)
      const wait = Math.max(0, Math.min(QUIET, since.current + AT_MOST - Date.now()))
      timer.current = setTimeout(() => {
        timer.current = undefined
        flush()
      }, wait)
      setState(now => (now.state === 'saved' ? { state: 'saving' } : now))
    }
    workbook.onPatch = note
    const leave = (event: BeforeUnloadEvent) => {
      if (dirty.current.size > 0) event.preventDefault()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    window.addEventListener('beforeunload', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      isGone.current = true
      // Whoever goes to another page leaves no edit behind.
      flush()
      window.removeEventListener('beforeunload', leave)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [workbook, flush])

  return { state, flush }
}

/** As many lines as one request may carry, taken out of `dirty`. */
function takeChunk(dirty: Set<LineId>, workbook: Workbook): { upserts: Line[]; removes: LineId[] } {
  const upserts: Line[] = []
  const removes: LineId[] = []
  let size = 0
  for (const id of dirty) {
    const kept = workbook.draft.lines.get(id)
    const line = kept && { ...kept, texts: filledOf(kept.texts) }
    if (line) upserts.push(line)
    else removes.push(id)
    dirty.delete(id)
    size += id.length + 30 + (line ? JSON.stringify(line.texts).length : 0)
    if (size > CHUNK) break
  }
  return { upserts, removes }
}

/** The cells of a line that hold anything: blank ones need not travel. */
const filledOf = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
