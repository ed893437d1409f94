import type { Spares } from '@/lib/sheet/acts'
import { isFiltered } from '@/lib/sheet/arrange'
import type { LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'

/** A sheet shows at least this many lines, and always one below the last. */
const SHOWN = 40

/**
 * The blank lines below the last one. They have ids but are no lines of the draft until something is written into
 * them. A filtered view has none: a line added there could vanish from it.
 */
export function createSpares(
  workbook: Workbook,
  newId: () => LineId,
): Spares & { rows(): readonly LineId[]; indexOf(line: LineId): number } {
  let ids: LineId[] = []
  let shown: readonly LineId[] = []
  let from: readonly LineId[] | undefined
  const rows = () => {
    if (workbook.visible === from) return shown
    from = workbook.visible
    const wanted = !isFiltered(workbook.arrangement.filter) ? Math.max(1, SHOWN - from.length) : 0
    // Ids that became lines leave; the others stay, so that what stands below does not change its name.
    ids = ids.filter(id => !workbook.draft.lines.has(id)).slice(0, wanted)
    while (ids.length < wanted) ids.push(newId())
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
  }
}
