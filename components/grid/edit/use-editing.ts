import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { paintedText } from '@/components/grid/paint/cell'
import type { Selection } from '@/components/grid/select/selection'
import type { GridSource } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/schema/columns'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { Editing, type EditTarget } from './editing'

/** The column of a cell; undefined where it is hidden. */
export const columnAt = (source: GridSource, cell: CellAddress | null): Column | undefined =>
  cell === null ? undefined : source.columns().find(column => column.id === cell.column)

/** The edit of the active cell. @param onOpen called when an edit starts, before it is painted */
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
      const stored = paintedText(line, cell.column)
      const text = source.help.display(column)?.(stored)?.text ?? stored
      if (!column.isReadOnly && (!line.isLocked || line.editableColumn === cell.column))
        return { line: cell.line, column, text, write: typed => source.write(cell, typed) }
      // The source refuses the write and announces why.
      source.write(cell, text)
      return undefined
    }
    return new Editing({
      area: () => area.current,
      column: () => columnAt(source, selection.active),
      edit,
      finder: source.help.finder,
      toggle: () => {
        if (selection.active) source.toggle(selection.ranges(), selection.active)
      },
    })
  }, [area, source, selection])
  // The source is replaced while the operator types, when the language changes in another tab: the typed text is kept.
  const shown = useRef(editing)
  useLayoutEffect(() => {
    if (shown.current !== editing) shown.current.commit()
    shown.current = editing
  }, [editing])
  // The operator goes to another page, or the window gets too narrow for a grid. Layout effects end before the page
  // saves its last edits.
  useLayoutEffect(() => () => shown.current.commit(), [])
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
