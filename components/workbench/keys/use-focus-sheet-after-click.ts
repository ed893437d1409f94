import { useEffect } from 'react'
import { useWorkbench } from '@/components/workbench/workbench-context'

/**
 * Gives the focus back to the sheet after a click that hit no control, such as one on the line that shows the last
 * announcement: otherwise what is typed next would be lost. A click that ends a selection of text leaves the focus.
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
