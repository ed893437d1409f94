import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { contains } from './areas'
import { EdgeScroll, pushOf } from './edge-scroll'
import type { EditorHandle } from './editor'
import { type Hit, hitOf } from './hit'
import type { Selection } from './selection'
import type { GridSource } from './source'
import { useFillDrag } from './use-fill-drag'

interface Pointer {
  source: GridSource
  selection: Selection
  editor: () => EditorHandle | null
  scroller: () => HTMLElement | null
}

/** What a press does with what is selected already. */
type Way = 'anew' | 'beside' | 'extend'

/**
 * Selects with the mouse: cells, whole lines by the gutter, whole columns by the heading; Shift extends, Ctrl adds.
 * The handle at the corner of the selection fills, the corner of the sheet selects everything. A finger scrolls, and
 * selects where it only taps; from the cell that bears the handle it selects on, and by the handle it fills.
 */
export function usePointer({ source, selection, editor, scroller }: Pointer) {
  const from = useRef<Hit['kind'] | null>(null)
  /** The finger of which it is not known yet whether it scrolls. */
  const finger = useRef<number | null>(null)
  const fill = useFillDrag(source, selection, scroller)

  const reach = useCallback((hit: Hit, way: Way) => select(selection, hit, way), [selection])

  const onPointerDown = (event: PointerEvent) => {
    if (isEditor(event.target)) return
    finger.current = event.pointerType === 'touch' && !isDragged(event.target) ? event.pointerId : null
    if (finger.current === null) press(event)
  }

  const onPointerUp = (event: PointerEvent) => {
    if (finger.current !== event.pointerId) return
    press(event)
    stop()
  }

  const press = (event: PointerEvent) => {
    letGo(event)
    const hit = hitOf(event)
    if (event.button === 2 && hit) {
      editor()?.commit()
      if (!isSelected(selection, hit)) reach(hit, 'anew')
    }
    if (event.button !== 0) return
    editor()?.commit()
    editor()?.focus()
    if (isCorner(event.target)) selection.selectAll()
    if (!hit) return
    if (hit.kind === 'handle') return fill.begin()
    from.current = hit.kind
    reach(hit, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'beside' : 'anew')
  }

  // The focus stays in the editor; the browser would give it to the page.
  const onMouseDown = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  }

  const onPointerMove = (event: PointerEvent) => {
    if (from.current === null || event.buttons !== 1) return
    const hit = hitOf(event)
    if (hit && (hit.kind === from.current || (hit.kind === 'handle' && from.current === 'cell')))
      reach(hit, 'extend')
  }

  const onDoubleClick = (event: MouseEvent) => {
    const kind = hitOf(event)?.kind
    if (kind === 'handle') fill.toEnd()
    else if (kind === 'cell') editor()?.open()
  }

  const stop = useCallback(() => {
    from.current = null
    finger.current = null
  }, [])

  useEffect(() => {
    const scroll = new EdgeScroll((lines, columns) => {
      const head = selection.position(selection.head)
      const next = selection.at(head.row + lines, head.column + columns)
      if (next) selection.extendTo(next)
    })
    const end = () => {
      scroll.halt()
      stop()
    }
    const drag = (event: globalThis.PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (from.current === null || !box) return
      if (event.buttons !== 1) return end()
      const push = pushOf(event, box)
      // Whole columns are dragged along the headings, above the lines that scroll.
      scroll.hold(from.current === 'heading' ? { ...push, row: 0 } : push)
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('pointermove', drag)
    return () => {
      scroll.halt()
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('pointermove', drag)
    }
  }, [selection, scroller, stop])

  return { onPointerDown, onPointerUp, onMouseDown, onPointerMove, onDoubleClick }
}

function select(selection: Selection, hit: Hit, way: Way): void {
  const active = way === 'extend' ? selection.active : null
  const beside = way === 'extend' ? 'others' : way === 'beside' ? 'all' : undefined
  if (hit.kind === 'cell' || hit.kind === 'handle') {
    const cell = { line: hit.line, column: hit.column }
    if (way === 'beside') selection.toggle(cell)
    else selection.take('cells', active ?? cell, cell, { beside, wanted: cell })
    return
  }
  const { row, column } = selection.position({ line: hit.line, column: hit.column })
  const shape = hit.kind === 'gutter' ? 'lines' : 'columns'
  const head = hit.kind === 'gutter' ? selection.at(row, 0) : selection.at(0, column)
  // What was clicked is in view; its far end need not be.
  if (head) selection.take(shape, active ?? head, head, { beside })
}

function isSelected(selection: Selection, hit: Hit): boolean {
  const { row, column } = selection.position({ line: hit.line, column: hit.column })
  return selection.ranges().some(range => {
    if (hit.kind === 'gutter') return range.whole !== undefined && row >= range.top && row <= range.bottom
    if (hit.kind === 'heading')
      return range.whole !== undefined && column >= range.left && column <= range.right
    return contains(range, { row, column })
  })
}

/** What a finger drags, where elsewhere it scrolls (grid-marks.css). */
const isDragged = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-handle]') !== null

/** Browsers have every move of a finger belong to what it touched first; here it is asked what lies under it. */
function letGo({ target, pointerId }: PointerEvent): void {
  if (target instanceof Element && target.hasPointerCapture(pointerId))
    target.releasePointerCapture(pointerId)
}

/** The editor, or what stands beside it. */
const isEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.grid-overlay') !== null

const isCorner = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-corner]') !== null
