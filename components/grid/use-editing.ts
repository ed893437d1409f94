import { type RefObject, useEffect, useMemo } from 'react'
import type { Column } from '@/lib/sheet/columns'
import type { CellAddress } from '@/lib/sheet/draft'
import { Editing, type EditTarget } from './editing'
import type { Selection } from './selection'
import { shownText } from './shown-text'
import type { GridSource } from './source'

/** The column that a cell stands in, if it is shown. */
export const columnAt = (source: GridSource, cell: CellAddress | null): Column | undefined =>
  cell === null ? undefined : source.columns().find(column => column.id === cell.column)

/** The edit of the active cell. @param onOpen called when one begins, before anything of it is drawn */
export function useEditing(
  area: RefObject<HTMLTextAreaElement | null>,
  source: GridSource,
  selection: Selection,
  onOpen: () => void,
): Editing {
  const editing = useMemo(() => {
    const edit = (): EditTarget | undefined => {
      const cell = selection.active
      const column = columnAt(source, cell)
      if (!cell || !column) return undefined
      const line = source.line(cell.line)
      const text = shownText(line, cell.column)
      if (!line.locked || line.unlocked === cell.column)
        return { column, text, write: typed => source.write(cell, typed) }
      // Refused, and told why.
      source.write(cell, text)
      return undefined
    }
    return new Editing({
      area: () => area.current,
      column: () => columnAt(source, selection.active),
      edit,
      finder: source.help.finder,
    })
  }, [area, source, selection])
  useEffect(() => {
    let wasOpen = editing.isOpen()
    return editing.subscribe(() => {
      const isOpen = editing.isOpen()
      if (isOpen && !wasOpen) onOpen()
      wasOpen = isOpen
    })
  }, [editing, onOpen])
  return editing
}
