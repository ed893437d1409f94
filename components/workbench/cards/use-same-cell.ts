import { useEffect, useEffectEvent, useRef } from 'react'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { useWorkbench } from '../workbench-context'

/** Keeps the active cell when the cards replace the grid or the grid the cards: they are two components. */
export function useSameCell(at: CellAddress | null, isNarrow: boolean): void {
  const { grid } = useWorkbench()
  const keepCell = useEffectEvent(() => {
    if (at) grid.current?.selection.moveTo(at)
  })
  const wasNarrow = useRef(isNarrow)
  useEffect(() => {
    if (wasNarrow.current !== isNarrow) keepCell()
    wasNarrow.current = isNarrow
  }, [isNarrow])
}
