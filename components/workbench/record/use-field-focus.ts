import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { CellAddress } from '@/lib/sheet/schema/line'

/**
 * Keeps the focused field of the record panel in step with the active cell of the sheet. `data-field` and `data-line`
 * of a field name its cell; a cell of the whole record may be on any of its lines.
 */
export function useFieldFocus(root: RefObject<HTMLElement | null>, at: CellAddress | null) {
  const fieldOf = useCallback(
    ({ line, column }: CellAddress) => {
      const fields = [...(root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
      const same = fields.filter(field => field.dataset.field === column)
      const there = same.find(field => field.dataset.line === line)
      return there ?? (column.includes('[].') && same.length !== 1 ? undefined : same[0])
    },
    [root],
  )
  const focus = useCallback(
    (cell: CellAddress | null) => {
      const field = (cell && fieldOf(cell)) ?? root.current?.querySelector<HTMLElement>('[data-field]')
      field?.querySelector<HTMLElement>('textarea, input')?.focus()
    },
    [root, fieldOf],
  )
  const hasFocus = useCallback(() => root.current?.contains(document.activeElement) ?? false, [root])

  // The panel opens at the active cell.
  const opened = useRef(at)
  useEffect(() => focus(opened.current), [focus])
  // The panel scrolls to the active cell.
  useEffect(() => {
    if (at && !hasFocus()) fieldOf(at)?.scrollIntoView({ block: 'nearest' })
  }, [at, hasFocus, fieldOf])

  // A field that is about to be rendered gets the focus as soon as it exists.
  const wanted = useRef<CellAddress | null>(null)
  useEffect(() => {
    if (!wanted.current || !fieldOf(wanted.current)) return
    focus(wanted.current)
    wanted.current = null
  })
  return { focus, hasFocus, wanted }
}
