import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GridSource } from '@/components/grid/source'
import { useHydrated } from '@/components/ui/use-hydrated'
import {
  frozenEdge,
  HEAD_HEIGHT,
  type PlacedColumn,
  placeColumns,
  ROW_HEIGHT,
  ROWS_PER_BLOCK,
} from './geometry'
import { noteScroll } from './scroll-rest'

/** Lines painted above and below those in view, at least. */
const OVERSCAN_ROWS = 2
/** Columns painted left and right of those in view. */
const OVERSCAN_COLUMNS = 1

/** Overscan: what is painted around the view, so that scrolling shows it at once. */
const overscan = { rows: OVERSCAN_ROWS, columns: OVERSCAN_COLUMNS }
const noOverscan = { rows: 0, columns: 0 }

/** After this time without a move, in milliseconds, a view is at rest. */
const REST_MS = 250

/** The painted part: first and last positions of lines and columns. */
interface Extent {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The part of the sheet that is painted, and the size of the whole sheet. */
export interface GridWindow {
  /** Positions of the first and last painted line: whole blocks, of a constant number. */
  readonly top: number
  readonly bottom: number
  /** Painted columns: the pinned ones, those in view, and that of the active cell. */
  readonly columns: readonly PlacedColumn[]
  /** Positions of all columns, for scrolling to one that is not painted. */
  readonly places: readonly PlacedColumn[]
  /** Size of the whole sheet in CSS pixels; the height does not include the headings. */
  readonly width: number
  readonly height: number
  /** The view moves, or paints for the first time: invisible parts may come later. */
  readonly isMoving: boolean
  /** The first paint is over: overscan, and what shows only under the pointer, may follow. */
  readonly isSettled: boolean
}

const emptyExtent: Extent = { top: 0, bottom: -1, left: 0, right: -1 }

/**
 * The part of the sheet that is painted. All lines have the same height, so it is computed, at the same cost for any
 * number of lines (docs/decisions/0027). A scrolled view is rendered before the browser paints it.
 */
export function useWindow(
  source: GridSource,
  rowCount: number,
  activeColumn: number,
  scroller: RefObject<HTMLElement | null>,
): GridWindow & { update: () => void } {
  const [columns, pinned] = [source.columns(), source.pinned()]
  const { display } = source.help
  const places = useMemo(() => placeColumns(columns, pinned, display), [columns, pinned, display])
  const isHydrated = useHydrated()
  // The first paint assumes the size of the window, which no sheet exceeds: measuring would force a layout before
  // any line is there.
  const [guess] = useState(() =>
    isHydrated ? { width: window.innerWidth, height: window.innerHeight } : { width: 0, height: 0 },
  )
  const [extent, setExtent] = useState(() =>
    extentOf({ ...guess, left: 0, top: 0 }, rowCount, places, noOverscan),
  )
  const current = useRef(extent)
  const size = useRef(guess)
  const isMeasured = useRef(false)
  // The first paint has no overscan: that is nearly half the work.
  const [isSettled, setSettled] = useState(false)
  const hasOverscan = useRef(false)
  const [isMoving, setMoving] = useState(true)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  const measure = useCallback((): boolean => {
    const view = scroller.current
    if (!view) return false
    const margin = hasOverscan.current ? overscan : noOverscan
    const visible = { ...size.current, left: view.scrollLeft, top: view.scrollTop }
    const next = extentOf(visible, rowCount, places, margin)
    if (isSame(next, current.current)) return false
    current.current = next
    return true
  }, [scroller, rowCount, places])
  /** Renders the lines in view now, synchronously. */
  const update = useCallback(() => {
    const view = scroller.current
    view?.toggleAttribute('data-aside', view.scrollLeft > 0)
    hasOverscan.current = true
    if (!measure()) return
    noteScroll()
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setMoving(false), REST_MS)
    flushSync(() => {
      setExtent(current.current)
      setMoving(true)
    })
  }, [scroller, measure])
  useEffect(() => () => clearTimeout(rest.current), [])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const refresh = () => {
      if (measure()) setExtent(current.current)
    }
    // Changed lines or columns are rendered before the next paint.
    if (isMeasured.current) refresh()
    const resized = new ResizeObserver(() => {
      isMeasured.current = true
      size.current = { width: view.clientWidth, height: view.clientHeight }
      refresh()
    })
    resized.observe(view)
    const settled = setTimeout(() => {
      hasOverscan.current = true
      refresh()
      setSettled(true)
      if (rest.current === undefined) setMoving(false)
    }, REST_MS)
    view.addEventListener('scroll', update, { passive: true })
    return () => {
      resized.disconnect()
      clearTimeout(settled)
      view.removeEventListener('scroll', update)
    }
  }, [scroller, measure, update])

  const { left, right } = extent
  const drawn = useMemo(
    () =>
      places.filter(
        ({ pinned, index }) => pinned || (index >= left && index <= right) || index === activeColumn,
      ),
    [places, left, right, activeColumn],
  )
  const last = places.at(-1)
  return {
    top: extent.top,
    bottom: Math.min(extent.bottom, rowCount - 1),
    columns: drawn,
    places,
    width: last ? last.left + last.width : 0,
    height: rowCount * ROW_HEIGHT,
    isMoving,
    isSettled,
    update,
  }
}

/** @param visible the part of the sheet in view, in pixels */
function extentOf(
  {
    left: scrollLeft,
    top: scrollTop,
    width,
    height,
  }: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>,
  rowCount: number,
  places: readonly PlacedColumn[],
  margin: typeof overscan,
): Extent {
  if (height === 0) return emptyExtent
  const rows = Math.ceil((height - HEAD_HEIGHT) / ROW_HEIGHT) + 2 * margin.rows
  // As many blocks as can be in view at any position; at the top the view begins with a whole block.
  const blocks = Math.ceil(rows / ROWS_PER_BLOCK) + (scrollTop > 0 || margin !== noOverscan ? 1 : 0)
  const first = Math.floor((scrollTop / ROW_HEIGHT - margin.rows) / ROWS_PER_BLOCK)
  const top = ROWS_PER_BLOCK * Math.max(0, Math.min(first, Math.ceil(rowCount / ROWS_PER_BLOCK) - blocks))
  const from = scrollLeft + frozenEdge(places)
  const begins = places.findIndex(place => !place.pinned && place.left + place.width > from)
  const ends = places.findIndex(place => !place.pinned && place.left >= scrollLeft + width)
  return {
    top,
    bottom: top + blocks * ROWS_PER_BLOCK - 1,
    left: begins === -1 ? places.length : Math.max(0, begins - margin.columns),
    right: ends === -1 ? places.length - 1 : ends - 1 + margin.columns,
  }
}

const isSame = (a: Extent, b: Extent): boolean =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right
