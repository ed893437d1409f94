import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { HEAD_HEIGHT, type PlacedColumn, ROW_HEIGHT } from './geometry'
import type { Selection } from './selection'

interface Placement {
  scroller: RefObject<HTMLDivElement | null>
  overlay: RefObject<HTMLDivElement | null>
  selection: Selection
  places: readonly PlacedColumn[]
}

/**
 * Keeps the editor and the tip on the active cell while the sheet scrolls beneath them, and scrolls the sheet to
 * where the operator goes. The place is written to the overlay as custom properties: no render per scrolled frame.
 */
export function usePlacement({ scroller, overlay, selection, places }: Placement): {
  reveal: () => void
} {
  const place = useCallback(() => {
    const [view, layer] = [scroller.current, overlay.current]
    const { row, column } = selection.position()
    const spot = places[column]
    if (!view || !layer || !spot) return
    const left = spot.pinned ? spot.left : spot.left - view.scrollLeft
    layer.style.setProperty('--cell-left', `${left}px`)
    layer.style.setProperty('--cell-top', `${HEAD_HEIGHT + row * ROW_HEIGHT - view.scrollTop}px`)
    layer.style.setProperty('--cell-width', `${spot.width}px`)
    layer.style.setProperty('--view-width', `${view.clientWidth}px`)
    layer.style.setProperty('--view-height', `${view.clientHeight}px`)
  }, [scroller, overlay, selection, places])

  const reveal = useCallback(() => {
    const view = scroller.current
    const { row, column } = selection.position(selection.head)
    const spot = places[column]
    if (!view || !spot) return
    const top = row * ROW_HEIGHT
    const room = view.clientHeight - HEAD_HEIGHT
    if (top < view.scrollTop) view.scrollTop = top
    else if (top + ROW_HEIGHT > view.scrollTop + room) view.scrollTop = top + ROW_HEIGHT - room
    const frozen = places.find(other => !other.pinned)?.left ?? 0
    if (!spot.pinned && spot.left - view.scrollLeft < frozen) view.scrollLeft = spot.left - frozen
    else if (!spot.pinned && spot.left + spot.width > view.scrollLeft + view.clientWidth) {
      view.scrollLeft = spot.left + spot.width - view.clientWidth
    }
    place()
  }, [scroller, selection, places, place])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    place()
    view.addEventListener('scroll', place, { passive: true })
    const resized = new ResizeObserver(place)
    resized.observe(view)
    return () => {
      view.removeEventListener('scroll', place)
      resized.disconnect()
    }
  }, [scroller, place])

  return { reveal }
}
