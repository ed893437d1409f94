import { useEffect } from 'react'
import type { ColumnLayout } from '@/lib/sheet/column-layout'
import type { ColumnView } from '@/lib/sheet/column-view'
import type { Answer } from './actions'

/** A layout is saved this long after the last change of it, and again after a failure, in milliseconds. */
const QUIET = 250
const RETRY = 5000

/**
 * Saves how the columns are left, whenever that changes: the newest layout, never an old one.
 * @param note told of every change at once, and again with its time (ISO 8601, else '') when it is on the server
 */
export function useLayoutSave(
  view: ColumnView,
  leave: (layout: ColumnLayout) => Promise<Answer<{ at: string }>>,
  note: (layout: ColumnLayout, leftAt: string) => void,
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
        const answer = await leave(layout)
        if (answer.ok) note(layout, answer.value.at)
      } catch {
        // Lading cannot be reached; the draft's own saving says so.
        unsaved ??= layout
      }
      isSending = false
      if (unsaved) wait(unsaved === layout ? RETRY : QUIET)
    }
    view.onChange = layout => {
      unsaved = layout
      note(layout, '')
      wait(QUIET)
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') send()
    }
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      view.onChange = () => {}
      send()
    }
  }, [view, leave, note])
}
