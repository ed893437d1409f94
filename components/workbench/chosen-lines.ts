import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'

/** Lines of the draft in which something is selected, in the order of the screen. */
export function chosenLines(workbook: Workbook, grid: GridHandle | null, source: GridSource): LineId[] {
  const rows = source.rows()
  const chosen = new Set<LineId>()
  for (const { top, bottom } of grid?.selection.ranges() ?? [])
    for (let at = top; at <= bottom && at < workbook.visible.length; at++) {
      const line = rows[at]
      if (line !== undefined && workbook.draft.lines.has(line)) chosen.add(line)
    }
  return [...chosen]
}
