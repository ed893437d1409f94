import { useEffect } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'

/** When a component that had the focus is removed, as at the end of a run, the focus goes to the grid. */
export function useFocusSheetOnUnmount(): void {
  const { grid } = useWorkbench()
  useEffect(
    () => () => {
      // A dialog that closes at the same time returns the focus first, or fails to.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) grid.current?.focus()
      })
    },
    [grid],
  )
}
