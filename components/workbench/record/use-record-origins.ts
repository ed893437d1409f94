import { useMemo } from 'react'
import { planReviewed, writeInChunks } from '@/components/import/fill/plan'
import { liveOrigins, type Origin } from '@/lib/import/recipe/values/origins'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Where the filled-in texts of a record came from. */
export interface RecordOrigins {
  of(cell: CellAddress): Origin | undefined
  /** Marks a cell as reviewed: an act like any other, with undo. */
  accept(cell: CellAddress): void
}

/** @param version changes with the workbook @param line any one of the record that is shown */
export function useRecordOrigins(workbook: Workbook, version: number, line: LineId): RecordOrigins {
  return useMemo(() => {
    const known = { version, lines: new Map<LineId, ReadonlyMap<string, Origin>>() }
    const originsOf = (id: LineId) => {
      const before = known.lines.get(id)
      if (before) return before
      const found = liveOrigins(workbook.draft.lines.get(id)?.texts ?? {})
      known.lines.set(id, found)
      return found
    }
    return {
      of: cell => originsOf(cell.line).get(cell.column),
      accept: cell => {
        // A text of the whole order is stored on each of its lines, each with its own origin.
        const isOrders = workbook.edits.recordColumns.has(cell.column)
        const lines = isOrders ? (workbook.index.orderOf(line)?.lines ?? [line]) : [cell.line]
        const same = lines.filter(
          id => originsOf(id).get(cell.column)?.text === originsOf(cell.line).get(cell.column)?.text,
        )
        const { writes } = planReviewed(
          workbook,
          same.map(id => [id, new Set([cell.column])] as const),
        )
        writeInChunks(workbook, writes, cell)
      },
    }
  }, [workbook, version, line])
}
