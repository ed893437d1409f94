import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import { type DropPlace, dropPlace } from './drop-place'
import type { PlacedColumn } from './geometry'
import type { Selection } from './selection'
import type { GridSource } from './source'
import { isWhole } from './whole-columns'

/** A press becomes a drag after so many pixels. */
const SLACK = 5
/** Near an edge of the view the sheet scrolls, so many pixels a frame. */
const NEAR = 32
const PACE = 12

interface Drag {
  readonly column: string
  readonly from: number
  x: number
  place: DropPlace | undefined
  frame: number
}

interface Reorder {
  source: GridSource
  selection: Selection
  scroller: RefObject<HTMLDivElement | null>
  /** The line that shows where the column would go. */
  line: RefObject<HTMLDivElement | null>
  places: readonly PlacedColumn[]
}

/**
 * Moves a column by dragging its heading. As in Excel and in Google Sheets a heading that is selected is dragged;
 * a drag from another one selects.
 * @returns what a heading calls when it is pressed
 */
export function useReorder({ source, selection, scroller, line, places }: Reorder) {
  const drag = useRef<Drag | null>(null)
  const placesNow = useRef(places)
  useEffect(() => {
    placesNow.current = places
  })

  useEffect(() => {
    const draw = (now: Drag) => {
      const [view, mark] = [scroller.current, line.current]
      if (!view || !mark) return
      now.place = dropPlace(now.x, placesNow.current, view.scrollLeft)
      mark.hidden = now.place === undefined
      mark.style.left = `${(now.place?.x ?? 0) - 1}px`
    }
    const roll = (now: Drag, step: number) => {
      const view = scroller.current
      if (!view || drag.current !== now) return
      view.scrollLeft += step
      draw(now)
      now.frame = requestAnimationFrame(() => roll(now, step))
    }
    const move = (event: globalThis.PointerEvent) => {
      const [now, view] = [drag.current, scroller.current]
      if (!now || !view) return
      const box = view.getBoundingClientRect()
      now.x = event.clientX - box.left
      if (!now.place && Math.abs(event.clientX - now.from) < SLACK) return
      cancelAnimationFrame(now.frame)
      view.toggleAttribute('data-reordering', true)
      draw(now)
      const step = now.x > view.clientWidth - NEAR ? PACE : now.x < NEAR ? -PACE : 0
      if (step !== 0) now.frame = requestAnimationFrame(() => roll(now, step))
    }
    const end = (isDropped: boolean) => {
      const now = drag.current
      if (!now) return
      drag.current = null
      cancelAnimationFrame(now.frame)
      scroller.current?.removeAttribute('data-reordering')
      if (line.current) line.current.hidden = true
      if (isDropped && now.place) source.layout.move(now.column, now.place.other, now.place.side)
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
  }, [source, scroller, line])

  return useCallback(
    (event: PointerEvent<HTMLElement>, column: PlacedColumn) => {
      const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey
      if (!isPlain || column.index === 0 || isButton(event.target) || !isWhole(selection, column.index))
        return
      // Its heading gets every move of the pointer, so that none of the others is selected on the way.
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { column: column.id, from: event.clientX, x: 0, place: undefined, frame: 0 }
    },
    [selection],
  )
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null
