import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import type { EditorHandle } from './editor'
import { HEAD_HEIGHT } from './geometry'
import type { Selection } from './selection'

const FAR = Number.MAX_SAFE_INTEGER

/** A drag past the edge passes a line in this time, in milliseconds. */
const LINE_TIME = 16

/** What lies under the pointer: a cell, the gutter of a line, or the heading of a column. */
interface Hit {
  kind: 'cell' | 'gutter' | 'heading'
  line: string
  column: string
}

function hitOf(target: EventTarget | null): Hit | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined
  const cell = target.closest<HTMLElement>('[role=gridcell]')
  if (cell) return { kind: 'cell', line: cell.dataset.line ?? '', column: cell.dataset.column ?? '' }
  const gutter = target.closest<HTMLElement>('[data-gutter]')
  if (gutter) return { kind: 'gutter', line: gutter.dataset.gutter ?? '', column: '' }
  const heading = target.closest<HTMLElement>('[data-heading]')
  return heading ? { kind: 'heading', line: '', column: heading.dataset.heading ?? '' } : undefined
}

/** Selects with the mouse: cells, whole lines by the gutter, whole columns by the heading; Shift extends. */
export function usePointer(
  selection: Selection,
  editor: () => EditorHandle | null,
  scroller: () => HTMLElement | null,
) {
  const from = useRef<Hit['kind'] | null>(null)

  const reach = useCallback(
    (hit: Hit, extend: boolean) => {
      if (hit.kind === 'cell') {
        const cell = { line: hit.line, column: hit.column }
        return extend ? selection.extendTo(cell) : selection.moveTo(cell)
      }
      const row = selection.position({ line: hit.line, column: '' }).row
      const column = selection.position({ line: '', column: hit.column }).column
      const start = extend ? selection.position() : { row, column }
      const [first, last] =
        hit.kind === 'gutter'
          ? [selection.at(start.row, 0), selection.at(row, FAR)]
          : [selection.at(0, start.column), selection.at(FAR, column)]
      // What was clicked is in view; its far end need not be.
      if (first && last) selection.moveTo(first, last, null)
    },
    [selection],
  )

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || isEditor(event.target)) return
    editor()?.commit()
    editor()?.focus()
    const hit = hitOf(event.target)
    if (!hit) return
    from.current = hit.kind
    reach(hit, event.shiftKey)
  }

  // The focus stays in the editor; the browser would give it to the page.
  const onMouseDown = (event: MouseEvent) => {
    if (!isEditor(event.target)) event.preventDefault()
  }

  const onPointerMove = (event: PointerEvent) => {
    if (from.current === null || event.buttons !== 1) return
    const hit = hitOf(event.target)
    if (hit && hit.kind === from.current) reach(hit, true)
  }

  const onDoubleClick = (event: MouseEvent) => {
    if (hitOf(event.target)?.kind === 'cell') editor()?.open()
  }

  // Dragging past the edge scrolls on until the button is let go, as fast on a slow screen as on a quick one.
  useEffect(() => {
    let frame = 0
    let since = 0
    let step = { row: 0, column: 0 }
    const scroll = (now: number) => {
      const lines = Math.max(1, Math.round((now - since) / LINE_TIME))
      since = now
      const head = selection.position(selection.head)
      const next = selection.at(head.row + step.row * lines, head.column + step.column)
      if (next) selection.extendTo(next)
      frame = requestAnimationFrame(scroll)
    }
    const halt = () => {
      cancelAnimationFrame(frame)
      frame = 0
    }
    const stop = () => {
      halt()
      from.current = null
    }
    const drag = (event: globalThis.PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (from.current !== 'cell' || !box) return
      if (event.buttons !== 1) return stop()
      step = {
        row: event.clientY > box.bottom ? 1 : event.clientY < box.top + HEAD_HEIGHT ? -1 : 0,
        column: event.clientX > box.right ? 1 : event.clientX < box.left ? -1 : 0,
      }
      if (step.row === 0 && step.column === 0) halt()
      else if (frame === 0) {
        since = performance.now()
        frame = requestAnimationFrame(scroll)
      }
    }
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('pointermove', drag)
    return () => {
      halt()
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('pointermove', drag)
    }
  }, [selection, scroller])

  return { onPointerDown, onMouseDown, onPointerMove, onDoubleClick }
}

const isEditor = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement
