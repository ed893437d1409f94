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
 * The handle at the corner of the selection fills, the corner of the sheet selects everything.
 */
export function usePointer({ source, selection, editor, scroller }: Pointer) {
  const from = useRef<Hit['kind'] | null>(null)
  const fill = useFillDrag(source, selection, scroller)

  const reach = useCallback((hit: Hit, way: Way) => select(selection, hit, way), [selection])

  const onPointerDown = (event: PointerEvent) => {
    if (isEditor(event.target)) return
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

  useEffect(() => {
    const scroll = new EdgeScroll((lines, columns) => {
      const head = selection.position(selection.head)
      const next = selection.at(head.row + lines, head.column + columns)
      if (next) selection.extendTo(next)
    })
    const stop = () => {
      scroll.halt()
      from.current = null
    }
    const drag = (event: globalThis.PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (from.current === null || !box) return
      if (event.buttons !== 1) return stop()
      const push = pushOf(event, box)
      // Whole columns are dragged along the headings, above the lines that scroll.
      scroll.hold(from.current === 'heading' ? { ...push, row: 0 } : push)
    }
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('pointermove', drag)
    return () => {
      scroll.halt()
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('pointermove', drag)
    }
  }, [selection, scroller])

  return { onPointerDown, onMouseDown, onPointerMove, onDoubleClick }
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

/** The editor, or what stands beside it. */
const isEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.grid-overlay') !== null

const isCorner = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-corner]') !== null
