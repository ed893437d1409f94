import { type PointerEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { PlacedColumn } from '@/components/grid/geometry/geometry'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import { type DropTarget, dropTargetAt } from './drop-target'
import { isWhole } from './whole-columns'

/** A pointer press becomes a drag after this distance, in CSS pixels. */
const DRAG_THRESHOLD = 5
/** Within this distance of an edge of the view the sheet scrolls, in CSS pixels; the step is per frame. */
const EDGE_SCROLL_ZONE = 32
const EDGE_SCROLL_STEP = 12

interface Drag {
  readonly column: string
  readonly from: number
  x: number
  target: DropTarget | undefined
  frame: number
}

interface Reorder {
  source: GridSource
  selection: Selection
  scroller: RefObject<HTMLDivElement | null>
  /** The marker of the drop target. */
  marker: RefObject<HTMLDivElement | null>
  places: readonly PlacedColumn[]
}

/**
 * Moves a column by dragging its heading. As in Excel and Google Sheets, the column must be selected; a drag from
 * another heading selects.
 * @returns the handler for a pointer press on a heading
 */
export function useReorder({ source, selection, scroller, marker, places }: Reorder) {
  const drag = useRef<Drag | null>(null)
  const targetAt = useEffectEvent((x: number, scrolled: number) =>
    dropTargetAt(x, places, scrolled, source.layout.fixed()),
  )

  useEffect(() => {
    const draw = (now: Drag) => {
      const [view, element] = [scroller.current, marker.current]
      if (!view || !element) return
      now.target = targetAt(now.x, view.scrollLeft)
      element.hidden = now.target === undefined
      element.style.left = `${(now.target?.x ?? 0) - 1}px`
    }
    const scrollOn = (now: Drag, step: number) => {
      const view = scroller.current
      if (!view || drag.current !== now) return
      view.scrollLeft += step
      draw(now)
      now.frame = requestAnimationFrame(() => scrollOn(now, step))
    }
    const move = (event: globalThis.PointerEvent) => {
      const [now, view] = [drag.current, scroller.current]
      if (!now || !view) return
      const box = view.getBoundingClientRect()
      now.x = event.clientX - box.left
      if (!now.target && Math.abs(event.clientX - now.from) < DRAG_THRESHOLD) return
      cancelAnimationFrame(now.frame)
      view.toggleAttribute('data-reordering', true)
      draw(now)
      const step =
        now.x > view.clientWidth - EDGE_SCROLL_ZONE
          ? EDGE_SCROLL_STEP
          : now.x < EDGE_SCROLL_ZONE
            ? -EDGE_SCROLL_STEP
            : 0
      if (step !== 0) now.frame = requestAnimationFrame(() => scrollOn(now, step))
    }
    const end = (isDropped: boolean) => {
      const now = drag.current
      if (!now) return
      drag.current = null
      cancelAnimationFrame(now.frame)
      scroller.current?.removeAttribute('data-reordering')
      if (marker.current) marker.current.hidden = true
      if (isDropped && now.target) source.layout.move(now.column, now.target.other, now.target.side)
    }
    const drop = () => end(true)
    const cancel = () => end(false)
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return
      event.stopPropagation()
      cancel()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onEscape, true)
    return () => {
      cancel()
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onEscape, true)
    }
  }, [source, scroller, marker])

  return useCallback(
    (event: PointerEvent<HTMLElement>, column: PlacedColumn) => {
      const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey
      const isFixed = column.index < source.layout.fixed()
      if (!isPlain || isFixed || isButton(event.target) || !isWhole(selection, column.index)) return
      // The heading captures the pointer, so that the drag selects no other heading.
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { column: column.id, from: event.clientX, x: 0, target: undefined, frame: 0 }
    },
    [selection, source],
  )
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null
