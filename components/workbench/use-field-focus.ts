import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'

/**
 * Keeps the form's fields in step with where the operator stands in the sheet. Fields say by `data-field` and
 * `data-line` which cell they are; a record's own cells may stand on any of its lines.
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

  // It opens where the operator stands.
  const opened = useRef(at)
  useEffect(() => focus(opened.current), [focus])
  // Where the operator goes in the sheet, the form follows.
  useEffect(() => {
    if (at && !hasFocus()) fieldOf(at)?.scrollIntoView({ block: 'nearest' })
  }, [at, hasFocus, fieldOf])

  // A cell that is not there yet is typed into as soon as it is.
  const wanted = useRef<CellAddress | null>(null)
  useEffect(() => {
    if (!wanted.current || !fieldOf(wanted.current)) return
    focus(wanted.current)
    wanted.current = null
  })
  return { focus, hasFocus, wanted }
}
