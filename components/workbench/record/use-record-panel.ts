import { useCallback, useMemo, useRef, useState } from 'react'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { isCommand, useWindowKeys } from '@/components/workbench/keys/use-keys'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { TypedValues } from './record-options'

/** The key that opens the record panel; Excel does not use it. */
export const FORM_KEYS = 'Control+M'

/** The functions of the panel for the screen around it. */
export interface RecordPanelHandle {
  /** Writes the text that is being typed. */
  commit(): void
  /** The cell that is being typed into. */
  editing(): CellAddress | null
  /** Focuses the field of the active cell. */
  focus(): void
  hasFocus(): boolean
}

/** The record panel beside the sheet, as its buttons and the screen see it. */
export type RecordPanelState = ReturnType<typeof useRecordPanel>

/**
 * Whether the record panel is open, and its key: Ctrl+M opens and closes it.
 * @param setAt called with the active cell when the panel opens: what the screen shows may lag behind the keys
 */
export function useRecordPanel(setAt: (cell: CellAddress | null) => void) {
  const { grid } = useWorkbench()
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<RecordPanelHandle>(null)
  const typedValues = useMemo<TypedValues>(() => new Map(), [])

  /** Closes the panel. The panel commits its typed text when it is removed, and the focus returns to the grid. */
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

  useWindowKeys(event => {
    // With the command key a Mac minimizes the window.
    if (!isCommand(event) || event.metaKey || letterOf(event) !== 'm') return false
    if (ref.current?.hasFocus()) close()
    else open()
    return true
  })

  /** The cell that is being edited, in the grid or in the panel. */
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
    /** Undo and redo of the sheet; the text that is being typed in the panel is the newest act. */
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
