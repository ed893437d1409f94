import type { CellAddress, LineChange } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Told } from './together'

/** A cell that somebody wrote over, and what it said before. */
export interface LostCell extends CellAddress {
  readonly text: string
}

/** Cells that say something else now than the operator wrote last; those of lines that are gone are none. */
export function lostCells(workbook: Workbook, told: readonly Pick<Told, 'line' | 'texts'>[]): LostCell[] {
  const cells = new Map<string, LostCell>()
  for (const { line, texts } of told)
    for (const column in texts) {
      if (workbook.draft.lines.has(line))
        cells.set(`${line} ${column}`, { line, column, text: texts[column] ?? '' })
    }
  return [...cells.values()].filter(cell => workbook.text(cell) !== cell.text)
}

/** Writes what the operator had written there again, as one act. @returns how many cells; those at the service stay */
export function putBack(workbook: Workbook, cells: readonly LostCell[]): number {
  const changes = new Map<string, LineChange>()
  let count = 0
  for (const { line, column, text } of cells) {
    if (workbook.isLocked(line)) continue
    count++
    const { before, after } = changes.get(line) ?? { before: {}, after: {} }
    const now = workbook.text({ line, column })
    changes.set(line, {
      line,
      before: { ...before, [column]: now },
      after: { ...after, [column]: text },
    })
  }
  workbook.perform({ changes: [...changes.values()], inserted: [], removed: [] }, cells[0] ?? null)
  return count
}
