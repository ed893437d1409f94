import type { GridRows } from '@/components/grid/source'
import type { PlaceholderRows } from '@/lib/sheet/acts/cells'
import type { LineId } from '@/lib/sheet/schema/line'
import { isFiltered } from '@/lib/sheet/view/arrangement'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The rows of a sheet: its lines, and the blank rows below them. */
export interface SheetRows extends PlaceholderRows, Pick<GridRows, 'rows' | 'indexOf' | 'activate'> {}

/** Rows that a sheet shows at least; there is always one below the last line. */
const MIN_ROWS = 40

/**
 * The blank rows below the last line. They have ids but are not lines of the draft until something is written into
 * them. When lines come, rows at the end are dropped, but not the row of the active cell, nor those above it. A filtered
 * view has none: a line that is added there might not pass the filter.
 */
export function createPlaceholderRows(workbook: Workbook, newId: () => LineId): SheetRows {
  let ids: LineId[] = []
  let active: LineId | undefined
  const dropped = new Set<LineId>()
  let shown: readonly LineId[] = []
  let from: readonly LineId[] | undefined
  const rows = () => {
    if (workbook.visible === from) return shown
    from = workbook.visible
    // Ids that became lines are removed; the others stay, so that the rows below keep their ids.
    const left = ids.filter(id => !workbook.draft.lines.has(id))
    const kept = active === undefined ? 0 : left.indexOf(active) + 1
    const wantedCount = isFiltered(workbook.arrangement.filter)
      ? 0
      : Math.max(1, MIN_ROWS - from.length, kept)
    ids = left.slice(0, wantedCount)
    for (const id of left.slice(wantedCount)) dropped.add(id)
    while (ids.length < wantedCount) ids.push(newId())
    shown = from.concat(ids)
    return shown
  }
  return {
    rows,
    /** Position of a line on the screen, spare ones included; -1 when it is not there. */
    indexOf: line => {
      if (line === '') return -1
      const at = workbook.view.indexOf(line)
      if (at !== undefined) return at
      rows()
      const spare = ids.indexOf(line)
      return spare === -1 ? -1 : workbook.visible.length + spare
    },
    get ids() {
      rows()
      return ids
    },
    dropped,
    activate: line => {
      active = line
    },
  }
}
