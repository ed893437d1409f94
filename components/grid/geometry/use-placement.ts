import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { Position } from '@/components/grid/select/moves'
import type { Selection } from '@/components/grid/select/selection'
import { frozenEdge, GUTTER_WIDTH, HEAD_HEIGHT, type PlacedColumn, ROW_HEIGHT } from './geometry'
import { OverlayPosition } from './overlay-position'

interface Placement {
  scroller: RefObject<HTMLDivElement | null>
  overlay: RefObject<HTMLDivElement | null>
  selection: Selection
  /** Position of the active cell. */
  at: Position
  places: readonly PlacedColumn[]
  rowCount: number
}

/** Rows that a jump shows above and below its cell, for example the order of the next error. */
const JUMP_MARGIN = 2

/**
 * Keeps the editor and its panel on the active cell while the sheet scrolls, and scrolls the sheet to the active cell.
 * The position is written to the overlay as custom properties, so no frame of scrolling renders. Observers report sizes
 * between layout and paint of the same frame, so nothing here forces a layout while the operator types or moves.
 * @returns a function that scrolls just far enough to show the cell, after a jump with the rows around it
 */
export function usePlacement({ scroller, overlay, selection, at, places, rowCount }: Placement) {
  const { row } = at
  const spot = places[at.column]
  const position = useMemo(() => new OverlayPosition(), [])
  const place = useCallback(() => {
    const layer = overlay.current
    if (!layer || !spot || position.height === 0) return
    const left = spot.pinned ? spot.left : spot.left - position.left
    const top = HEAD_HEIGHT + row * ROW_HEIGHT - position.top
    const edge = spot.pinned ? GUTTER_WIDTH : frozenEdge(places)
    position.write(layer, { left, top, width: spot.width, edge })
  }, [overlay, position, row, spot, places])

  const measure = useCallback(
    (view: HTMLElement) => {
      position.left = view.scrollLeft
      position.top = view.scrollTop
      position.width = view.clientWidth
      position.height = view.clientHeight
    },
    [position],
  )
  /** @param isMove whether the selection has just moved: a jump shows the rows around its cell */
  const reveal = useCallback(
    (isMove = false) => {
      const view = scroller.current
      // The first call comes before the first layout.
      if (view && position.height === 0) measure(view)
      const { row, column } = selection.position(selection.scrollTo ?? selection.active)
      const spot = places[column]
      if (!view || !spot) return
      const top = row * ROW_HEIGHT
      const room = position.height - HEAD_HEIGHT
      const around = isMove && selection.isJump ? JUMP_MARGIN : 0
      const above = Math.min(around, row) * ROW_HEIGHT
      const below = Math.min(around, rowCount - 1 - row) * ROW_HEIGHT
      const margin = room > above + ROW_HEIGHT + below ? { above, below } : { above: 0, below: 0 }
      const least = top + ROW_HEIGHT + margin.below - room
      const wantedTop = Math.max(least, Math.min(position.top, top - margin.above))
      // Reading a written position back would force a layout; the scroll event reports it.
      if (wantedTop !== position.top) view.scrollTop = position.top = wantedTop
      if (!spot.pinned) {
        // A column wider than the room beside the pinned ones shows its beginning.
        const most = spot.left - frozenEdge(places)
        const least = Math.min(most, spot.left + spot.width - position.width)
        const wantedLeft = Math.max(least, Math.min(position.left, most))
        if (wantedLeft !== position.left) view.scrollLeft = position.left = wantedLeft
      }
      place()
    },
    [scroller, selection, position, places, rowCount, place, measure],
  )

  useLayoutEffect(() => place(), [place])
  const placeNow = useEffectEvent(() => place())
  const revealNow = useEffectEvent(() => reveal())

  // Columns that come or go beside the active cell, as that of the order ids after a registration, leave it in view.
  const placed = useRef(places)
  useLayoutEffect(() => {
    const before = placed.current
    placed.current = places
    if (isSameColumns(before, places)) return
    const was = before.find(({ id }) => id === spot?.id)
    if (was && isWhollyInView(was, before, position)) revealNow()
  }, [places, spot, position])

  useLayoutEffect(() => {
    const [view, layer] = [scroller.current, overlay.current]
    if (!view || !layer) return
    const scrolled = () => {
      position.left = view.scrollLeft
      position.top = view.scrollTop
      placeNow()
    }
    const resized = () => {
      measure(view)
      // The active cell must stay in view when the view becomes smaller.
      if (layer.hasAttribute('data-away')) placeNow()
      else revealNow()
    }
    // In the capture phase: after the new lines are painted, reading the position would force a layout.
    const early = { passive: true, capture: true }
    view.addEventListener('scroll', scrolled, early)
    const size = new ResizeObserver(resized)
    size.observe(view)
    const stop = position.watch(layer, () => placeNow())
    return () => {
      view.removeEventListener('scroll', scrolled, early)
      size.disconnect()
      stop()
    }
  }, [scroller, overlay, position, measure])

  return reveal
}

const isSameColumns = (before: readonly PlacedColumn[], now: readonly PlacedColumn[]): boolean =>
  before === now || (before.length === now.length && before.every(({ id }, at) => now[at]?.id === id))

/** Whether all of a column's width is in view. */
function isWhollyInView(
  { pinned, left, width }: PlacedColumn,
  places: readonly PlacedColumn[],
  view: OverlayPosition,
): boolean {
  if (pinned) return true
  return left - view.left >= frozenEdge(places) && left + width - view.left <= view.width
}
