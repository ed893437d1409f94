import { useEffect } from 'react'
import type { Result } from '@/lib/desk-api/result'
import type { ColumnLayout } from '@/lib/sheet/view/columns/column-layout'
import type { ColumnView } from '@/lib/sheet/view/columns/column-view'

/** Delay from the last change of a layout to its save, and from a failed save to the next, in milliseconds. */
const SAVE_DELAY_MS = 250
const RETRY_DELAY_MS = 5000

/**
 * Saves the layout of the columns whenever it changes: always the newest one.
 * @param opening a layout that the page before could not save
 * @param remember called with every change at once, and again with its time (ISO 8601, before '') when it is saved
 */
export function useLayoutSave(
  view: ColumnView,
  opening: ColumnLayout | undefined,
  save: (layout: ColumnLayout) => Promise<Result<{ at: string }>>,
  remember: (layout: ColumnLayout, savedAt: string) => void,
): void {
  useEffect(() => {
    let unsaved: ColumnLayout | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSending = false
    const wait = (time: number) => {
      clearTimeout(timer)
      timer = setTimeout(send, time)
    }
    const send = async () => {
      clearTimeout(timer)
      if (!unsaved || isSending) return
      const layout = unsaved
      unsaved = undefined
      isSending = true
      try {
        const result = await save(layout)
        // A layout that was changed meanwhile stays the newest one.
        if (result.ok && !unsaved) remember(layout, result.value.at)
      } catch {
        // The server cannot be reached, which the save state of the draft shows.
        unsaved ??= layout
      }
      isSending = false
      if (unsaved) wait(unsaved === layout ? RETRY_DELAY_MS : SAVE_DELAY_MS)
    }
    view.onChange = layout => {
      unsaved = layout
      remember(layout, '')
      wait(SAVE_DELAY_MS)
    }
    if (opening) view.onChange(opening)
    const hide = () => {
      if (document.visibilityState === 'hidden') send()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      view.onChange = () => {}
      send()
    }
  }, [view, opening, save, remember])
}
