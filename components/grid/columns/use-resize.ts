import { type PointerEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import { columnsTogether } from './whole-columns'

/** A drag of a heading's edge. */
interface Drag {
  readonly column: string
  readonly from: number
  readonly width: number
  frame: number
  /** The new width; undefined before the pointer moves. */
  next: number | undefined
}

/** Handlers of a heading's edge. The width follows the pointer, once per frame. */
export interface ResizeHandlers {
  onDown(event: PointerEvent<HTMLElement>, column: string, width: number): void
  onMove(event: PointerEvent<HTMLElement>): void
  onUp(event: PointerEvent<HTMLElement>): void
  onCancel(): void
}

/**
 * Resizes columns by the edges of their headings. At the end all columns that are selected with it get the same width;
 * Escape restores the width of before.
 */
export function useResize(source: GridSource, selection: Selection): ResizeHandlers {
  const drag = useRef<Drag | null>(null)
  const onDown: ResizeHandlers['onDown'] = useCallback((event, column, width) => {
    if (event.button !== 0) return
    // The heading would select its column.
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { column, from: event.clientX, width, frame: 0, next: undefined }
  }, [])
  const onMove: ResizeHandlers['onMove'] = useCallback(
    event => {
      const now = drag.current
      if (!now) return
      const next = now.width + event.clientX - now.from
      now.next = next
      if (now.frame !== 0) return
      now.frame = requestAnimationFrame(() => {
        now.frame = 0
        source.layout.resize(new Map([[now.column, now.next ?? now.width]]), false)
      })
    },
    [source],
  )
  const onUp: ResizeHandlers['onUp'] = useCallback(
    event => {
      const now = drag.current
      if (!now) return
      event.stopPropagation()
      drag.current = null
      cancelAnimationFrame(now.frame)
      const { next } = now
      if (next === undefined) return
      const ids = columnsTogether(selection, source.columns(), now.column)
      source.layout.resize(new Map(ids.map(id => [id, next])), true)
    },
    [source, selection],
  )
  const onCancel = useCallback(() => {
    const now = drag.current
    if (!now) return
    drag.current = null
    cancelAnimationFrame(now.frame)
    source.layout.cancelResize()
  }, [source])
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
    window.addEventListener('keydown', leave, true)
    return () => window.removeEventListener('keydown', leave, true)
  }, [onCancel])
  return useMemo(() => ({ onDown, onMove, onUp, onCancel }), [onDown, onMove, onUp, onCancel])
}
