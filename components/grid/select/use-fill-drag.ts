import { useEffect, useMemo, useRef } from 'react'
import { EdgeScroll, overshootOf } from '@/components/grid/geometry/edge-scroll'
import { HEAD_HEIGHT, ROW_HEIGHT } from '@/components/grid/geometry/geometry'
import { targetOf } from '@/components/grid/geometry/pointer-target'
import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { CellRange } from '@/lib/sheet/view/ranges'
import type { Position } from './moves'
import type { Selection } from './selection'

/** A drag past the edge scrolls by this instead of a column, in CSS pixels: columns have different widths. */
const COLUMN_STEP = 120

/** Fills cells by dragging the fill handle; Escape cancels. */
export function useFillDrag(source: GridSource, selection: Selection, scroller: () => HTMLElement | null) {
  const isDragging = useRef(false)
  /**
   * The cell under the pointer. Its position, like that of the selection, changes when others insert or remove lines.
   */
  const target = useRef<CellAddress | null>(null)

  const acts = useMemo(() => {
    const done = () => {
      isDragging.current = false
      target.current = null
      selection.showFillPreview(null)
    }
    const reached = () => {
      const cell = target.current
      if (!cell) return undefined
      const position = selection.position(cell)
      const isThere = selection.at(position.row, position.column)?.line === cell.line
      return isThere ? fillRangeOf(selection.range(), position) : undefined
    }
    const fill = (start: CellRange, over: CellRange | undefined) => {
      const filled = over && source.fillOn(start, over)
      if (filled) selection.select(union(selection.range(), filled), 'stay')
    }
    return {
      begin: () => {
        isDragging.current = true
      },
      /** A double click on the handle. */
      toEnd: () => {
        const over = source.fillEnd(selection.range())
        // An act that ended only now may have moved the rows.
        fill(selection.range(), over)
      },
      reach: (x: number, y: number) => {
        const hit = targetOf({ target: document.elementFromPoint(x, y), clientX: x, clientY: y })
        if (!isDragging.current || !hit || (hit.kind !== 'cell' && hit.kind !== 'handle')) return
        target.current = { line: hit.line, column: hit.column }
        const over = reached()
        selection.showFillPreview(over ? union(selection.range(), over) : null)
      },
      end: () => {
        if (!isDragging.current) return
        const [start, over] = [selection.range(), reached()]
        done()
        fill(start, over)
      },
      done,
    }
  }, [source, selection])

  useEffect(() => {
    let last = { x: 0, y: 0 }
    const under = () => {
      const box = scroller()?.getBoundingClientRect()
      if (!box) return
      const inside = (at: number, low: number, high: number) => Math.max(low, Math.min(at, high))
      const x = inside(last.x, box.left + 2, box.right - 2)
      const y = inside(last.y, box.top + HEAD_HEIGHT + 2, box.bottom - 2)
      acts.reach(x, y)
    }
    const scroll = new EdgeScroll((lines, columns) => {
      scroller()?.scrollBy(columns * COLUMN_STEP, lines * ROW_HEIGHT)
      under()
    })
    const drag = (event: PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (!isDragging.current || !box) return
      // The button was released outside of the page, which got no event.
      if (event.buttons !== 1) return lose()
      last = { x: event.clientX, y: event.clientY }
      scroll.follow(overshootOf(event, box))
      under()
    }
    const end = () => {
      scroll.stop()
      acts.end()
    }
    const lose = () => {
      scroll.stop()
      if (isDragging.current) acts.done()
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isDragging.current) return
      event.preventDefault()
      event.stopPropagation()
      lose()
    }
    window.addEventListener('pointermove', drag)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', lose)
    window.addEventListener('keydown', leave, true)
    return () => {
      scroll.stop()
      window.removeEventListener('pointermove', drag)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', lose)
      window.removeEventListener('keydown', leave, true)
    }
  }, [acts, scroller])

  return acts
}

/** The distance of a line counts as that of so many columns, when the direction of a drag is decided. */
const ROW_WEIGHT = 4

/**
 * The range that a drag of the fill handle adds: lines below or above the start, or columns beside it, in the direction
 * in which the pointer is farther. Undefined while the pointer is inside the start.
 */
function fillRangeOf(from: CellRange, { row, column }: Position): CellRange | undefined {
  const { top, bottom, left, right } = from
  const down = Math.max(0, row - bottom, top - row)
  const across = Math.max(0, column - right, left - column)
  if (down === 0 && across === 0) return undefined
  if (down > 0 && down >= across * ROW_WEIGHT - (ROW_WEIGHT - 1)) {
    return row > bottom
      ? { top: bottom + 1, bottom: row, left, right }
      : { top: row, bottom: top - 1, left, right }
  }
  return column > right
    ? { top, bottom, left: right + 1, right: column }
    : { top, bottom, left: column, right: left - 1 }
}

const union = (a: CellRange, b: CellRange): CellRange => ({
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
})
