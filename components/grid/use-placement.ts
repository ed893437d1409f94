import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { frozenEdge, GUTTER_WIDTH, HEAD_HEIGHT, type PlacedColumn, ROW_HEIGHT } from './geometry'
import type { Position } from './moves'
import { Place } from './place'
import type { Selection } from './selection'

interface Placement {
  scroller: RefObject<HTMLDivElement | null>
  overlay: RefObject<HTMLDivElement | null>
  selection: Selection
  /** Where the active cell is: its place among the lines, and among the columns. */
  at: Position
  places: readonly PlacedColumn[]
}

/**
 * Keeps the editor and what stands beside it on the active cell while the sheet scrolls beneath them, and scrolls the
 * sheet to where the operator goes. The place is written to the overlay as custom properties: no render per scrolled
 * frame. What is as large as what is told by observers, between layout and paint of the same frame: nothing here asks
 * for a layout while the operator types or moves.
 * @returns what scrolls just as far as it takes to see the cell
 */
export function usePlacement({ scroller, overlay, selection, at, places }: Placement) {
  const { row } = at
  const spot = places[at.column]
  const known = useMemo(() => new Place(), [])
  const place = useCallback(() => {
    const layer = overlay.current
    if (!layer || !spot || known.height === 0) return
    const left = spot.pinned ? spot.left : spot.left - known.left
    const top = HEAD_HEIGHT + row * ROW_HEIGHT - known.top
    const edge = spot.pinned ? GUTTER_WIDTH : frozenEdge(places)
    known.write(layer, { left, top, width: spot.width, edge })
  }, [overlay, known, row, spot, places])

  const look = useCallback(
    (view: HTMLElement) => {
      known.left = view.scrollLeft
      known.top = view.scrollTop
      known.width = view.clientWidth
      known.height = view.clientHeight
    },
    [known],
  )
  const reveal = useCallback(() => {
    const view = scroller.current
    // Asked for before the view was laid out for the first time.
    if (view && known.height === 0) look(view)
    const { row, column } = selection.position(selection.wanted ?? selection.active)
    const spot = places[column]
    if (!view || !spot) return
    const top = row * ROW_HEIGHT
    const room = known.height - HEAD_HEIGHT
    const wantedTop = Math.max(top + ROW_HEIGHT - room, Math.min(known.top, top))
    // What is written is not read back, which would cost a layout: where it ended up is told when it scrolls.
    if (wantedTop !== known.top) view.scrollTop = known.top = wantedTop
    if (!spot.pinned) {
      // A column wider than the room beside the frozen ones shows its beginning.
      const most = spot.left - frozenEdge(places)
      const least = Math.min(most, spot.left + spot.width - known.width)
      const wantedLeft = Math.max(least, Math.min(known.left, most))
      if (wantedLeft !== known.left) view.scrollLeft = known.left = wantedLeft
    }
    place()
  }, [scroller, selection, known, places, place, look])

  const latest = useRef({ place, reveal })
  useLayoutEffect(() => {
    latest.current = { place, reveal }
    place()
  }, [place, reveal])

  useLayoutEffect(() => {
    const [view, layer] = [scroller.current, overlay.current]
    if (!view || !layer) return
    const scrolled = () => {
      known.left = view.scrollLeft
      known.top = view.scrollTop
      latest.current.place()
    }
    const resized = () => {
      look(view)
      // A view that grew narrower must not cover the cell where the operator stands.
      if (layer.hasAttribute('data-away')) latest.current.place()
      else latest.current.reveal()
    }
    // Before the new lines are drawn: afterwards every look at the view would cost a layout.
    const early = { passive: true, capture: true }
    view.addEventListener('scroll', scrolled, early)
    const size = new ResizeObserver(resized)
    size.observe(view)
    const stop = known.watch(layer, () => latest.current.place())
    return () => {
      view.removeEventListener('scroll', scrolled, early)
      size.disconnect()
      stop()
    }
  }, [scroller, overlay, known, look])

  return reveal
}
