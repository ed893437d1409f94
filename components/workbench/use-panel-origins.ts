import { useMemo } from 'react'
import { planReviewed, writeInPieces } from '@/components/intake/fill-plan'
import type { Origin } from '@/lib/intake/imported'
import { liveOrigins } from '@/lib/intake/origins'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'

/** Where the texts of a record's filled cells came from. */
export interface PanelOrigins {
  of(cell: CellAddress): Origin | undefined
  /** Says of a cell that it was looked at and is right: an act like any other, with undo. */
  accept(cell: CellAddress): void
}

/** @param version changes with the workbook @param line any one of the record that is shown */
export function usePanelOrigins(workbook: Workbook, version: number, line: LineId): PanelOrigins {
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
        // What an order says once stands on each of its lines, each with its own doubt.
        const isOrders = workbook.edits.record.has(cell.column)
        const lines = isOrders ? (workbook.index.orderOf(line)?.lines ?? [line]) : [cell.line]
        const same = lines.filter(
          id => originsOf(id).get(cell.column)?.text === originsOf(cell.line).get(cell.column)?.text,
        )
        const { writes } = planReviewed(
          workbook,
          same.map(id => [id, new Set([cell.column])] as const),
        )
        writeInPieces(workbook, writes, cell)
      },
    }
  }, [workbook, version, line])
}
