import { useEffect } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'

/**
 * A click on nothing, such as the line of the last sentence, takes the focus from the sheet, and what is typed next
 * would be lost: the sheet takes it back, unless a text was selected.
 */
export function useFocusSheetAfterClick(isOn: boolean): void {
  const { grid } = useWorkbench()
  useEffect(() => {
    if (!isOn) return
    const onClick = () => {
      const isAroundSheet = document.activeElement?.querySelector('[data-region=sheet]') != null
      if (isAroundSheet && document.getSelection()?.isCollapsed) grid.current?.focus()
    }
    window.addEventListener('click', onClick)
    return () => window.removeEventListener('click', onClick)
  }, [grid, isOn])
}
