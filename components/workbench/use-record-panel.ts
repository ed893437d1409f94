import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GridHandle } from '@/components/grid/grid'
import type { CellAddress } from '@/lib/sheet/draft'
import type { RecordPanelHandle } from './record-panel'
import type { TypedValues } from './record-panel-options'

/** The key that opens the form; Excel has no use for it. */
export const FORM_KEY = 'Ctrl M'

/**
 * Whether the form is open beside the sheet, and the keys between the two: Ctrl+M opens it, F6 goes over and back.
 * @param setAt hears where the operator stands as the form opens: what is shown of that may lag behind the keys
 */
export function useRecordPanel(
  grid: RefObject<GridHandle | null>,
  setAt: (cell: CellAddress | null) => void,
) {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<RecordPanelHandle>(null)
  const typedValues = useMemo<TypedValues>(() => new Map(), [])

  /** Closes it; what was being typed is written as it goes, and the focus returns to the sheet. */
  const close = useCallback(() => {
    setOpen(false)
    grid.current?.focus()
  }, [grid])
  const open = useCallback(() => {
    if (grid.current) {
      grid.current.commit()
      setAt(grid.current.selection.active)
    }
    setOpen(true)
    ref.current?.focus()
  }, [grid, setAt])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isForm =
        event.ctrlKey && !event.shiftKey && !event.altKey && !event.metaKey && event.code === 'KeyM'
      const isOver = event.key === 'F6' && isOpen && !event.ctrlKey && !event.altKey
      if (event.isComposing || !(isForm || isOver)) return
      event.preventDefault()
      if (!ref.current?.hasFocus()) open()
      else if (isForm) close()
      else grid.current?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [grid, isOpen, open, close])

  /** The cell that is being typed into, in the sheet or in the form. */
  const editing = useCallback(() => grid.current?.editing() ?? ref.current?.editing() ?? null, [grid])

  const commit = () => ref.current?.commit()
  return {
    isOpen,
    ref,
    typedValues,
    open,
    close,
    commit,
    editing,
    /** Undo and redo of the sheet; what is half typed in the form is the newest act. */
    undo: () => {
      commit()
      grid.current?.undo()
    },
    redo: () => {
      commit()
      grid.current?.redo()
    },
  }
}
