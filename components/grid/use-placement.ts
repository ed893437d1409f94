import { type RefObject, useCallback, useLayoutEffect } from 'react'
import { frozenEdge, GUTTER_WIDTH, HEAD_HEIGHT, type PlacedColumn, ROW_HEIGHT } from './geometry'
import type { Position } from './moves'
import type { Selection } from './selection'

interface Placement {
  scroller: RefObject<HTMLDivElement | null>
  overlay: RefObject<HTMLDivElement | null>
  selection: Selection
  /** Where the active cell is: its place among the lines, and among the columns. */
  at: Position
  places: readonly PlacedColumn[]
}

/** Room between a cell and its tip, in CSS pixels. */
const GAP = 5

/**
 * Keeps the editor and the tip on the active cell while the sheet scrolls beneath them, and scrolls the sheet to
 * where the operator goes. The place is written to the overlay as custom properties: no render per scrolled frame.
 */
export function usePlacement({ scroller, overlay, selection, at, places }: Placement) {
  const { row } = at
  const spot = places[at.column]
  const place = useCallback(() => {
    const [view, layer] = [scroller.current, overlay.current]
    if (!view || !layer || !spot) return
    const { clientWidth: width, clientHeight: height } = view
    const left = spot.pinned ? spot.left : spot.left - view.scrollLeft
    const top = HEAD_HEIGHT + row * ROW_HEIGHT - view.scrollTop
    const edge = spot.pinned ? GUTTER_WIDTH : frozenEdge(places)
    const hidden =
      top <= HEAD_HEIGHT - ROW_HEIGHT || top >= height || left + spot.width <= edge || left >= width
    const [editor, tip] = [layer.querySelector('textarea'), layer.querySelector<HTMLElement>('.grid-tip')]
    const tall = Math.max(ROW_HEIGHT, editor?.offsetHeight ?? 0)
    const say = (name: string, pixels: number) => layer.style.setProperty(name, `${pixels}px`)
    say('--view-width', width)
    say('--view-height', height)
    say('--cell-width', spot.width)
    say('--cell-left', left)
    say('--cell-top', top)
    // A tall editor rises so that all of it is seen; one whose cell is half under the headings is cut there.
    say('--editor-top', Math.max(Math.min(top, height - tall), Math.min(top, HEAD_HEIGHT)))
    say('--cut-top', Math.max(0, HEAD_HEIGHT - top))
    say('--cut-left', Math.max(0, edge - left))
    layer.toggleAttribute('data-away', hidden)
    if (!tip) return
    const below = top + tall + GAP
    const above = top - GAP - tip.offsetHeight
    const room = height - tip.offsetHeight - GAP
    say('--tip-top', below <= room || above < 0 ? Math.max(0, Math.min(below, room)) : above)
    say('--tip-left', Math.max(GAP, Math.min(Math.max(left, edge), width - tip.offsetWidth - GAP)))
  }, [scroller, overlay, row, spot, places])

  /** Scrolls just as far as it takes to see the cell. */
  const reveal = useCallback(() => {
    const view = scroller.current
    const { row, column } = selection.position(selection.wanted ?? selection.active)
    const spot = places[column]
    if (!view || !spot) return
    const top = row * ROW_HEIGHT
    const room = view.clientHeight - HEAD_HEIGHT
    if (top < view.scrollTop) view.scrollTop = top
    else if (top + ROW_HEIGHT > view.scrollTop + room) view.scrollTop = top + ROW_HEIGHT - room
    if (!spot.pinned) {
      // A column wider than the room beside the frozen ones shows its beginning.
      const most = spot.left - frozenEdge(places)
      const least = Math.min(most, spot.left + spot.width - view.clientWidth)
      view.scrollLeft = Math.max(least, Math.min(view.scrollLeft, most))
    }
    place()
  }, [scroller, selection, places, place])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    place()
    // Before the new lines are drawn: afterwards every look at the view would cost a layout.
    const early = { passive: true, capture: true }
    view.addEventListener('scroll', place, early)
    // A view that grew narrower must not cover the cell where the operator stands.
    const resized = new ResizeObserver(() =>
      overlay.current?.hasAttribute('data-away') ? place() : reveal(),
    )
    resized.observe(view)
    return () => {
      view.removeEventListener('scroll', place, early)
      resized.disconnect()
    }
  }, [scroller, overlay, place, reveal])

  return { place, reveal }
}
