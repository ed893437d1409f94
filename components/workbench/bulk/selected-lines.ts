import type { GridHandle } from '@/components/grid/handle'
import type { GridSource } from '@/components/grid/source'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Lines of the draft with a selected cell, in the order of the screen. */
export function selectedLines(workbook: Workbook, grid: GridHandle | null, source: GridSource): LineId[] {
  const rows = source.rows()
  const chosen = new Set<LineId>()
  for (const { top, bottom } of grid?.selection.ranges() ?? [])
    for (let at = top; at <= bottom && at < workbook.visible.length; at++) {
      const line = rows[at]
      if (line !== undefined && workbook.draft.lines.has(line)) chosen.add(line)
    }
  return [...chosen]
}
