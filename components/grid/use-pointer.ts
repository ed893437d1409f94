import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import type { EditorHandle } from './editor'
import type { Selection } from './selection'

const FAR = Number.MAX_SAFE_INTEGER

/** What lies under the pointer: a cell, the gutter of a line, or the heading of a column. */
interface Hit {
  kind: 'cell' | 'gutter' | 'heading'
  line: string
  column: string
}

function hitOf(target: EventTarget | null): Hit | undefined {
  if (!(target instanceof Element)) return undefined
  if (target.closest('button')) return undefined
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
      const [row, column] = [
        selection.position({ line: hit.line, column: '' }).row,
        selection.position({ line: '', column: hit.column }).column,
      ]
      const start = extend ? selection.position() : { row, column }
      const [first, last] =
        hit.kind === 'gutter'
          ? [selection.at(start.row, 0), selection.at(row, FAR)]
          : [selection.at(0, start.column), selection.at(FAR, column)]
      if (first && last) selection.moveTo(first, last)
    },
    [selection],
  )

  const onPointerDown = (event: PointerEvent) => {
    const hit = hitOf(event.target)
    if (!hit || event.button !== 0) return
    // The focus stays in the editor; without this the browser would move it to the page.
    event.preventDefault()
    editor()?.commit()
    editor()?.focus()
    from.current = hit.kind
    reach(hit, event.shiftKey)
  }

  const onPointerMove = (event: PointerEvent) => {
    if (from.current === null || event.buttons !== 1) return
    const hit = hitOf(event.target)
    if (hit && hit.kind === from.current) reach(hit, true)
  }

  const onDoubleClick = (event: MouseEvent) => {
    if (hitOf(event.target)?.kind === 'cell') editor()?.open()
  }

  useEffect(() => {
    const stop = () => {
      from.current = null
    }
    // Dragging past the edge scrolls on, a line a frame, until the button is let go.
    const drag = (event: globalThis.PointerEvent) => {
      const box = scroller()?.getBoundingClientRect()
      if (from.current === null || !box) return
      const down = event.clientY > box.bottom ? 1 : event.clientY < box.top ? -1 : 0
      const across = event.clientX > box.right ? 1 : event.clientX < box.left ? -1 : 0
      if (down === 0 && across === 0) return
      const head = selection.position(selection.head)
      const next = selection.at(head.row + down, head.column + across)
      if (next) selection.extendTo(next)
    }
    window.addEventListener('pointerup', stop)
    window.addEventListener('pointermove', drag)
    return () => {
      window.removeEventListener('pointerup', stop)
      window.removeEventListener('pointermove', drag)
    }
  }, [selection, scroller])

  return { onPointerDown, onPointerMove, onDoubleClick }
}
