import { useEffect, useMemo, useRef } from 'react'
import type { CellRange } from '@/lib/sheet/ranges'
import { EdgeScroll, pushOf } from './edge-scroll'
import { beyond, union } from './fill-range'
import { HEAD_HEIGHT, ROW_HEIGHT } from './geometry'
import { hitOf } from './hit'
import type { Selection } from './selection'
import type { GridSource } from './source'

/** Fills by the handle: a drag goes on over the lines or columns it passes, Escape lets go of it. */
export function useFillDrag(source: GridSource, selection: Selection, scroller: () => HTMLElement | null) {
  const from = useRef<CellRange | null>(null)
  const to = useRef<CellRange | undefined>(undefined)

  const acts = useMemo(() => {
    const done = () => {
      from.current = null
      to.current = undefined
      selection.show(null)
    }
    const fill = (start: CellRange, over: CellRange | undefined) => {
      if (!over) return
      source.fillOn(start, over)
      selection.select(union(start, over), 'stay')
    }
    return {
      begin: () => {
        from.current = selection.range()
      },
      /** A double click on the handle. */
      toEnd: () => {
        const start = selection.range()
        fill(start, source.fillEnd(start))
      },
      reach: (x: number, y: number) => {
        const hit = hitOf({ target: document.elementFromPoint(x, y), clientX: x, clientY: y })
        if (!from.current || !hit || (hit.kind !== 'cell' && hit.kind !== 'handle')) return
        to.current = beyond(from.current, selection.position({ line: hit.line, column: hit.column }))
        selection.show(to.current ? union(from.current, to.current) : null)
      },
      end: () => {
        const [start, over] = [from.current, to.current]
        if (!start) return
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
      scroller()?.scrollBy(columns * ROW_HEIGHT, lines * ROW_HEIGHT)
      under()
    })
    const drag = (event: PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (!from.current || !box) return
      last = { x: event.clientX, y: event.clientY }
      scroll.hold(pushOf(event, box))
      under()
    }
    const end = () => {
      scroll.halt()
      acts.end()
    }
    const lose = () => {
      scroll.halt()
      if (from.current) acts.done()
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !from.current) return
      event.preventDefault()
      event.stopPropagation()
      lose()
    }
    window.addEventListener('pointermove', drag)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', lose)
    window.addEventListener('keydown', leave, true)
    return () => {
      scroll.halt()
      window.removeEventListener('pointermove', drag)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', lose)
      window.removeEventListener('keydown', leave, true)
    }
  }, [acts, scroller])

  return acts
}
