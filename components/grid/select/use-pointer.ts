import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import type { EditorHandle } from '@/components/grid/edit/editor'
import { EdgeScroll, overshootOf } from '@/components/grid/geometry/edge-scroll'
import { type PointerTarget, targetOf } from '@/components/grid/geometry/pointer-target'
import type { GridSource } from '@/components/grid/source'
import { isMacBrowser } from '@/components/ui/keyboard/key-caps'
import { contains } from './areas'
import type { Selection } from './selection'
import { useFillDrag } from './use-fill-drag'

interface Pointer {
  source: GridSource
  selection: Selection
  editor: () => EditorHandle | null
  scroller: () => HTMLElement | null
}

/** The effect of a pointer press on the selection. */
type SelectMode = 'replace' | 'add' | 'extend'

/**
 * Selects with the mouse: cells, whole lines by the gutter, whole columns by the heading; Shift extends, Ctrl adds.
 * The handle at the corner of the selection fills, the corner of the sheet selects everything. A finger scrolls, and
 * selects by a tap; from the cell with the fill handle it extends the selection, and by the handle it fills.
 */
export function usePointer({ source, selection, editor, scroller }: Pointer) {
  const from = useRef<PointerTarget['kind'] | null>(null)
  /** A finger that may still become a scroll. */
  const finger = useRef<number | null>(null)
  const fill = useFillDrag(source, selection, scroller)

  const selectAt = useCallback(
    (hit: PointerTarget, mode: SelectMode) => select(selection, hit, mode),
    [selection],
  )

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
    releaseCapture(event)
    const hit = targetOf(event)
    if (opensMenu(event)) {
      if (!hit) return
      editor()?.commit()
      if (!isSelected(selection, hit)) selectAt(hit, 'replace')
      return
    }
    if (event.button !== 0) return
    editor()?.commit()
    editor()?.focus()
    if (isCorner(event.target)) selection.selectAll()
    if (!hit) return
    if (hit.kind === 'handle') return fill.begin()
    from.current = hit.kind
    selectAt(hit, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'add' : 'replace')
  }

  // The focus stays in the editor; the browser would give it to the page.
  const onMouseDown = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  }

  const onPointerMove = (event: PointerEvent) => {
    if (from.current === null || event.buttons !== 1) return
    const hit = targetOf(event)
    if (hit && (hit.kind === from.current || (hit.kind === 'handle' && from.current === 'cell')))
      selectAt(hit, 'extend')
  }

  const onDoubleClick = (event: MouseEvent) => {
    const kind = targetOf(event)?.kind
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
      scroll.stop()
      stop()
    }
    const drag = (event: globalThis.PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (from.current === null || !box) return
      if (event.buttons !== 1) return end()
      const push = overshootOf(event, box)
      // A drag along the headings selects columns, and must not scroll up.
      scroll.follow(from.current === 'heading' ? { ...push, row: 0 } : push)
    }
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    window.addEventListener('pointermove', drag)
    return () => {
      scroll.stop()
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('pointermove', drag)
    }
  }, [selection, scroller, stop])

  return { onPointerDown, onPointerUp, onMouseDown, onPointerMove, onDoubleClick }
}

/** Safari and Chrome on a Mac report Control and a click, which opens a menu there, as the first button. */
const opensMenu = ({ button, ctrlKey }: PointerEvent): boolean =>
  button === 2 || (button === 0 && ctrlKey && isMacBrowser())

function select(selection: Selection, hit: PointerTarget, mode: SelectMode): void {
  const active = mode === 'extend' ? selection.active : null
  const keep = mode === 'extend' ? 'others' : mode === 'add' ? 'all' : undefined
  if (hit.kind === 'cell' || hit.kind === 'handle') {
    const cell = { line: hit.line, column: hit.column }
    if (mode === 'add') selection.toggle(cell)
    else selection.selectBetween('cells', active ?? cell, cell, { keep, wanted: cell })
    return
  }
  const { row, column } = selection.position({ line: hit.line, column: hit.column })
  const shape = hit.kind === 'gutter' ? 'lines' : 'columns'
  const head = hit.kind === 'gutter' ? selection.at(row, 0) : selection.at(0, column)
  // The clicked cell is in view; the far end need not be.
  if (head) selection.selectBetween(shape, active ?? head, head, { keep })
}

function isSelected(selection: Selection, hit: PointerTarget): boolean {
  const { row, column } = selection.position({ line: hit.line, column: hit.column })
  return selection.ranges().some(range => {
    const isWhole = (shape: 'lines' | 'columns') => range.whole === shape || range.whole === 'sheet'
    if (hit.kind === 'gutter') return isWhole('lines') && row >= range.top && row <= range.bottom
    if (hit.kind === 'heading') return isWhole('columns') && column >= range.left && column <= range.right
    return contains(range, { row, column })
  })
}

/** Whether a finger drags here, where elsewhere it scrolls (marks.css). */
const isDragged = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-handle]') !== null

/** Touch moves go to the element that was touched first; without the capture they go to the one under the finger. */
function releaseCapture({ target, pointerId }: PointerEvent): void {
  if (target instanceof Element && target.hasPointerCapture(pointerId))
    target.releasePointerCapture(pointerId)
}

/** Whether an element is the editor or its panel. */
const isEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.grid-overlay') !== null

const isCorner = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-corner]') !== null
