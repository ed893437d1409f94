import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a table's body when the row that has it is removed: the next row gets the focus, on its last
 * control.
 * @returns the body's ref
 */
export function useFocusOnNextRow() {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef(-1)

  useEffect(() => {
    const table = body.current
    const note = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest('tr') : null
      if (row) last.current = row.sectionRowIndex
    }
    table?.addEventListener('focusin', note)
    return () => table?.removeEventListener('focusin', note)
  }, [])

  useEffect(() => {
    // A dialog that closes at the same time returns the focus first, or fails to.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body || last.current < 0) return
      const rows = body.current?.rows
      const row = rows?.[Math.min(last.current, rows.length - 1)]
      const controls = row?.querySelectorAll<HTMLElement>('a, button')
      controls?.item(controls.length - 1)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  })

  return body
}
