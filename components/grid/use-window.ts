import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { BLOCK, frozenEdge, HEAD_HEIGHT, type PlacedColumn, placeColumns, ROW_HEIGHT } from './geometry'
import { noteMotion } from './motion'
import type { GridSource } from './source'

/** Lines drawn above and below those in view, at the least. */
const SPARE_ROWS = 2
/** Columns drawn left and right of those in view. */
const SPARE_COLUMNS = 1

/** What is drawn beside the view, so that it stands there when it is scrolled to. */
const spare = { rows: SPARE_ROWS, columns: SPARE_COLUMNS }
const none = { rows: 0, columns: 0 }

/** A view that did not move for so long, in milliseconds, is at rest. */
const AT_REST = 250

/** What is drawn: positions of lines and columns, the last ones included. */
interface Extent {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface Window {
  /** Positions of the first and last line that are drawn: whole blocks, always equally many, while there are lines. */
  readonly top: number
  readonly bottom: number
  /** Drawn columns: the frozen ones, those in view, and always that of the active cell. */
  readonly columns: readonly PlacedColumn[]
  /** Every column's place, for scrolling to one that is not drawn. */
  readonly places: readonly PlacedColumn[]
  /** Size of the whole sheet, headings included in the width alone, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** The view moves, or shows its lines for the first time: what is not seen may come later. */
  readonly isMoving: boolean
  /** What is drawn first is painted: what stands beside it, and what is seen only by pointing at it, may follow. */
  readonly isSettled: boolean
}

const nothing: Extent = { top: 0, bottom: -1, left: 0, right: -1 }

/** Whether this is drawn for the first time by the browser: not on the server, nor over what that sent. */
const useBirth = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )

/**
 * What of the sheet is drawn. All lines are equally high, so it is a matter of arithmetic and costs the same however
 * many there are (docs/decisions/0027). A scrolled view is drawn before the browser paints it.
 */
export function useWindow(
  source: GridSource,
  rowCount: number,
  activeColumn: number,
  scroller: RefObject<HTMLElement | null>,
): Window & { look: () => void } {
  const [columns, pinned] = [source.columns(), source.pinned()]
  const places = useMemo(() => placeColumns(columns, pinned), [columns, pinned])
  const isBorn = useBirth()
  // What is drawn first need not be measured, which would lay everything out before a line is there: no sheet is larger
  // than the window that it is in.
  const [guess] = useState(() =>
    isBorn ? { width: window.innerWidth, height: window.innerHeight } : { width: 0, height: 0 },
  )
  const [extent, setExtent] = useState(() => extentOf(0, 0, guess, rowCount, places, none))
  const current = useRef(extent)
  const size = useRef(guess)
  const isMeasured = useRef(false)
  // What is drawn first is what is seen: nearly half as much is to be made before anything is painted.
  const [isSettled, setSettled] = useState(false)
  const hasSpare = useRef(false)
  const [isMoving, setMoving] = useState(true)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)

  const measure = useCallback((): boolean => {
    const view = scroller.current
    if (!view) return false
    const beside = hasSpare.current ? spare : none
    const next = extentOf(view.scrollLeft, view.scrollTop, size.current, rowCount, places, beside)
    if (isSame(next, current.current)) return false
    current.current = next
    return true
  }, [scroller, rowCount, places])
  /** Draws what is in view now, in this very turn. */
  const look = useCallback(() => {
    const view = scroller.current
    view?.toggleAttribute('data-aside', view.scrollLeft > 0)
    hasSpare.current = true
    if (!measure()) return
    noteMotion()
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setMoving(false), AT_REST)
    flushSync(() => {
      setExtent(current.current)
      setMoving(true)
    })
  }, [scroller, measure])
  useEffect(() => () => clearTimeout(rest.current), [])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const again = () => {
      if (measure()) setExtent(current.current)
    }
    // Other lines or columns are drawn before anything is painted.
    if (isMeasured.current) again()
    const resized = new ResizeObserver(() => {
      isMeasured.current = true
      size.current = { width: view.clientWidth, height: view.clientHeight }
      again()
    })
    resized.observe(view)
    const settled = setTimeout(() => {
      hasSpare.current = true
      again()
      setSettled(true)
      if (rest.current === undefined) setMoving(false)
    }, AT_REST)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      clearTimeout(settled)
      view.removeEventListener('scroll', look)
    }
  }, [scroller, measure, look])

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
    look,
  }
}

function extentOf(
  scrollLeft: number,
  scrollTop: number,
  { width, height }: { width: number; height: number },
  rowCount: number,
  places: readonly PlacedColumn[],
  beside: typeof spare,
): Extent {
  if (height === 0) return nothing
  const rows = Math.ceil((height - HEAD_HEIGHT) / ROW_HEIGHT) + 2 * beside.rows
  // As many as are seen at the most, wherever the view stands; where it begins it stands at a block's edge.
  const blocks = Math.ceil(rows / BLOCK) + (scrollTop > 0 || beside !== none ? 1 : 0)
  const first = Math.floor((scrollTop / ROW_HEIGHT - beside.rows) / BLOCK)
  const top = BLOCK * Math.max(0, Math.min(first, Math.ceil(rowCount / BLOCK) - blocks))
  const from = scrollLeft + frozenEdge(places)
  const begins = places.findIndex(place => !place.pinned && place.left + place.width > from)
  const ends = places.findIndex(place => !place.pinned && place.left >= scrollLeft + width)
  return {
    top,
    bottom: top + blocks * BLOCK - 1,
    left: begins === -1 ? places.length : Math.max(0, begins - beside.columns),
    right: ends === -1 ? places.length - 1 : ends - 1 + beside.columns,
  }
}

const isSame = (a: Extent, b: Extent): boolean =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right
