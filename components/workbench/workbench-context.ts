import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react'
import type { GridHandle } from '@/components/grid/handle'
import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { SheetWords } from './source/words/sheet-words'

/**
 * The objects that all parts of a workbench share. The context changes only when the connection, the sheet or the role
 * does.
 */
export interface WorkbenchContextValue {
  readonly workbook: Workbook
  /** The sheet as the grid shows and changes it; it refuses changes where the operator may only read. */
  readonly source: GridSource
  /** Names and sentences of the sheet in the operator's language. */
  readonly words: SheetWords
  readonly grid: RefObject<GridHandle | null>
  /** Shows a sentence below the sheet, where screen readers read it out. */
  readonly announce: (sentence: string) => void
  /** Moves to a cell, also when a filter or a hidden column keeps it from view. */
  readonly goTo: (cell: CellAddress) => void
}

export const WorkbenchContext = createContext<WorkbenchContextValue | null>(null)

/** The workbench around a component. */
export function useWorkbench(): WorkbenchContextValue {
  const context = useContext(WorkbenchContext)
  if (!context) throw new Error('useWorkbench was called outside of a workbench.')
  return context
}

/** A number that grows with every change of the workbook; the component renders again. */
export function useWorkbookVersion(): number {
  const { workbook } = useWorkbench()
  return useSyncExternalStore(
    workbook.subscribe,
    () => workbook.version,
    () => 0,
  )
}
